"""What follows from a decision of Dog Park without a choice, played through once more for people.

The kernel does all of it at once. Here a copy of the state goes the same way, and every gain and loss is named.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from simcore.games.dog_park.board import EXACT
from simcore.games.dog_park.cards import (
    BREEDS,
    CONSTANTS,
    FORECASTS,
    GO_FETCH,
    LAST_OUT,
    N_RESOURCES,
    N_SPACES,
    NO_DOG,
    OBEDIENT,
    PLAYMATE,
    REPUTATION,
    RESOURCES,
    REWARDS,
    SLOWPOKE,
    SOCIAL_BUTTERFLY,
    TERRIER_GAINS,
    TOY_GAINS,
    UTILITY,
    UTILITY_GAINS,
    WORKING_GAINS,
)
from simcore.games.dog_park.params import TIE_AUTOWALKER, TURN_ORDER
from simcore.games.dog_park.state import NO_SLOT, NOT_WALKING
from simcore.games.dog_park.table import Table, joined
from simcore.games.dog_park.words import dog_words, short_dog_words, space_words

REP = REWARDS[REPUTATION]
_PER_LEAD_DOG = CONSTANTS["home_time"]["reputation_per_dog_on_lead"]
_LOSER_PAYS = CONSTANTS["recruitment"]["loser_pays"]
_COMPENSATION = CONSTANTS["selection"]["compensation"]
# whose dogs bring something at home time (8.1)
_HOME_BREEDS = {card: BREEDS.index(FORECASTS[card - 1]["breed"]) for card in (TERRIER_GAINS, WORKING_GAINS, TOY_GAINS)}


# ---- recruitment


def start_offers(table: Table) -> None:
    """Nobody has offered yet."""
    table.state.offer_slot[:], table.state.offer_value[:], table.state.acquired[:] = NO_SLOT, 0, NO_DOG


def resolve(table: Table) -> Iterator[str]:
    """Let the autowalkers offer, and give each dog to the highest offer (4.3 to 4.6)."""
    state, taken = table.state, set[int]()
    for walker in table.autowalkers:
        slot = _best_slot(table, taken)
        taken.add(slot)
        state.offer_slot[walker], state.offer_value[walker] = slot, table.roll()
        dog = short_dog_words(int(state.field[slot]))
        yield f"{table.called(walker)} rolls {state.offer_value[walker]} for {dog} in slot {slot}"
    for slot in range(int(state.n_walkers)):
        queue = [walker for walker in (*table.order, *table.autowalkers) if state.offer_slot[walker] == slot]
        if queue:
            winner = _winner(table, queue)
            pays = -int(state.offer_value[winner]) if winner < state.n_seats else 0
            yield joined((f"{table.called(winner)} gets {table.take(winner, slot)}", table.gain(winner, pays, REP)))


def _best_slot(table: Table, taken: set[int]) -> int:
    slots = [slot for slot in range(int(table.state.n_walkers)) if slot not in taken]
    spaces = table.state.awards.tolist()
    return min(slots, key=lambda slot: spaces.index(int(table.rules.breed[table.state.field[slot]])))


def _winner(table: Table, queue: list[int]) -> int:
    """Return who wins a dog: the highest, the earlier of equals, an autowalker as the rules say."""
    dice_win = table.rules.autowalker_tie == TIE_AUTOWALKER
    return max(queue, key=lambda walker: (table.state.offer_value[walker], (walker in table.autowalkers) == dice_win))


def picks(table: Table) -> Generator[str, None, bool]:
    """Give out the last dog left without a choice; return whether somebody chooses first (4.7 to 4.10)."""
    state = table.state
    idle = [seat for seat in table.order if state.offer_slot[seat] == NO_SLOT]
    order = table.order
    if table.rules.no_offer_pick != TURN_ORDER:
        order = [*(seat for seat in order if seat not in idle), *idle]
    for seat in (*order, *table.autowalkers):
        if state.acquired[seat] == NO_DOG:
            left = [slot for slot in range(int(state.n_walkers)) if state.field[slot] != NO_DOG]
            if len(left) > 1 and seat < state.n_seats:
                return True
            yield f"{table.called(seat)} gets {joined(pick(table, seat, left[0]))}"
    return False


def pick(table: Table, walker: int, slot: int) -> Iterator[str]:
    """Take a dog that is left, for reputation after a lost offer (4.7, 4.8)."""
    yield table.take(walker, slot)
    if walker < table.state.n_seats:
        lost = table.state.offer_slot[walker] != NO_SLOT
        yield table.gain(walker, -_LOSER_PAYS, REP, "offer lost") if lost else "free"


def pay_acquired(table: Table) -> Iterator[str]:
    """Pay the reputation of forecast 7 for utility dogs (4.11)."""
    for seat in table.order:
        if table.forecast == UTILITY_GAINS and table.rules.breed[table.state.acquired[seat]] == UTILITY:
            gained = table.gain(seat, int(table.rules.forecast_reputation[UTILITY_GAINS]), REP, "forecast 7")
            yield f"{table.called(seat)} {gained}"


def refill(table: Table) -> None:
    """Fill the field from the deck, and count the offers of the round (4.12)."""
    state = table.state
    for slot in range(int(state.n_walkers)):
        state.deck_left -= 1
        state.field[slot] = state.deck[state.deck_left]
    state.offer_number += 1


# ---- selection and home time


def compensate(table: Table) -> Iterator[str]:
    """Give players without a dog on the lead their resources (5.9)."""
    for seat in table.order:
        if table.state.lead[seat] == 0:
            gained = joined(table.gain(seat, n, kind) for kind, n in _COMPENSATION.items())
            yield f"{table.called(seat)} walks no dog, {gained}"


def start_home(table: Table) -> Iterator[str]:
    """Pay the reputation of forecasts 4 and 5 (8.1)."""
    card = table.forecast
    for seat in table.order:
        n = table.count(seat, _HOME_BREEDS[card]) * int(table.rules.forecast_reputation[card]) if _pays(card) else 0
        if n:
            yield f"{table.called(seat)} {table.gain(seat, n, REP, f'forecast {card}')}"


def _pays(card: int) -> bool:
    return card in _HOME_BREEDS


def come_home(table: Table) -> Iterator[str]:
    """Pay walked dogs and take for unwalked ones; the next round begins (8.2 to 8.5)."""
    state = table.state
    for seat in table.order:
        walked = len(table.lead(seat))
        unwalked = int((state.tokens[seat, : state.n_dogs[seat]] == 0).sum())
        parts = (
            table.gain(seat, walked * _PER_LEAD_DOG, REP, f"{walked} on the lead"),
            table.gain(
                seat, -unwalked * int(table.rules.unwalked_penalty[table.forecast]), REP, f"{unwalked} unwalked"
            ),
        )
        yield f"{table.called(seat)} {joined((*parts, f'now {int(state.reputation[seat])}'))}"
    state.lead[:], state.position[:] = 0, NOT_WALKING
    state.round_index += 1
    state.offer_number, state.first = 0, (state.first + 1) % state.n_seats


# ---- walking


def start_walk(table: Table) -> Iterator[str]:
    """Put everybody who walks on the start; nobody may, or one who goes home at once (6.3, 6.11, 6.12)."""
    state = table.state
    state.turn = 0
    players = [seat for seat in table.order if state.lead[seat]]
    walkers = [*players, *table.autowalkers] if players else []
    for walker in walkers:
        state.position[walker] = 0
    if not walkers:
        yield "nobody walks"
    elif len(walkers) == 1 and not table.rules.lone_human_walks_on:
        yield last_out(table, walkers[0])


def walk_on(table: Table) -> Iterator[str]:
    """Move autowalkers until a player moves, an autowalker waits at the fork, or the walk ends (6.3, 6.10, 13.4)."""
    state, n_seats = table.state, int(table.state.n_seats)
    while True:
        players = [walker for walker in table.inside if walker < n_seats]
        alone = len(table.inside) == 1 and (state.position != NOT_WALKING).sum() > 1
        if not players or alone:
            if players:
                yield last_out(table, players[0])
            return
        while True:
            turn = int(state.turn)
            walker = table.order[turn] if turn < n_seats else turn
            state.turn = (turn + 1) % int(state.n_walkers)
            if walker in table.inside:
                break
        if walker < n_seats or (yield from _autowalker_moves(table, walker)):
            return


def _autowalker_moves(table: Table, walker: int) -> Generator[str, None, bool]:
    """Roll and go; return whether the first player must choose the way."""
    state, die = table.state, table.roll()
    reached = int(EXACT[state.locations[state.round_index], state.position[walker], die])
    spaces = [space for space in range(N_SPACES) if reached >> space & 1]
    told = f"{table.called(walker)} rolls {die}"
    if len(spaces) > 1:
        yield f"{told} and stands at the fork"
        return True
    free = [at for at in CONSTANTS["by_players"][f"p{state.n_seats}"]["leave_spaces"] if at not in state.position]
    state.position[walker] = (spaces or free)[0]
    yield f"{told} and goes to {space_words((spaces or free)[0])}"
    return False


def last_out(table: Table, seat: int) -> str:
    """Send the last walker home (6.10, 21)."""
    table.state.position[seat] = LAST_OUT
    slowpokes = table.on_lead(seat, SLOWPOKE) * int(table.rules.amount[SLOWPOKE])
    parts = (
        f"{table.called(seat)} is the last walker",
        table.gain(seat, -int(table.rules.last_walker_loses), REP),
        table.gain(seat, slowpokes, REP, "slowpoke"),
    )
    return joined(parts)


def land(table: Table, seat: int) -> Iterator[str]:
    """Take the rewards of the own space, unless somebody else stands there (6.7)."""
    space = int(table.state.position[seat])
    others = [table.called(other) for other in table.inside if other != seat and table.state.position[other] == space]
    butterfly = table.on_lead(seat, SOCIAL_BUTTERFLY) > 0
    if others:
        yield f"with {' and '.join(others)} there"
    if not others or butterfly:
        yield from rewards(table, seat, space)
    elif table.state.reputation[seat] < 1:
        yield "and nothing to pay with"


def rewards(table: Table, seat: int, space: int) -> Iterator[str]:
    """Take all rewards of a space, with what they trigger (6.8, 6.9)."""
    state = table.state
    gained = set[int]()
    for kind, n in enumerate(table.rules.reward[state.locations[state.round_index], space].tolist()):
        if kind <= N_RESOURCES:
            yield table.gain(seat, n, REWARDS[kind])
            gained |= {kind} if n and kind < N_RESOURCES else set()
        elif n:
            yield f"a {REWARDS[kind]}" if n == 1 else f"{n} {REWARDS[kind]}s"
    yield from triggered(table, seat, gained)


def triggered(table: Table, seat: int, gained: set[int]) -> Iterator[str]:
    """Follow what gaining some kinds of resources triggers (10.3 to 10.5)."""
    rules, again = table.rules, True
    while again:
        again = False
        for i, dog in table.lead(seat):
            ability, kind = int(rules.ability[dog]), int(rules.trigger[dog])
            if table.state.fired >> i & 1 or not GO_FETCH <= ability <= PLAYMATE or kind not in gained:
                continue
            table.state.fired |= 1 << i
            n, why = int(rules.amount[ability]), dog_words(dog)
            if ability == GO_FETCH:
                yield table.gain(seat, n, RESOURCES[int(rules.yields[dog])], why)
                gained.add(int(rules.yields[dog]))
                again = True
            elif ability == OBEDIENT:
                yield table.gain(seat, n, REP, why)
            else:
                yield f"a swap ({why})"
