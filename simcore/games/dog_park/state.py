"""The state of a Dog Park game: one record of fixed size, copied by assignment in compiled code.

Seats 0 to n - 1 are the players, n and up the autowalkers. A player's dogs at home and on the lead are one list; the
bits of `lead` say which of them are on the lead.
"""

from __future__ import annotations

import numpy as np

from simcore.games.dog_park.cards import CONSTANTS, N_BREEDS, N_DOGS, N_RESOURCES

MAX_WALKERS = 4
MAX_DOGS = CONSTANTS["setup"]["dogs_per_player"]
MAX_FIELD = 4
N_ROUNDS = CONSTANTS["setup"]["rounds"]
N_OFFERS = CONSTANTS["setup"]["recruitment_offers_per_round"]
# two autowalkers: an offer each twice a round, and at most ten spaces and a leave space each
MAX_DICE = 2 * N_ROUNDS * (N_OFFERS + 11)

# what is decided; RUNNING while nobody decides
RUNNING, OBJECTIVE, OFFER, PICK, GAIN, PLACE, CRAFTY, MOVE = 0, 1, 2, 3, 4, 5, 6, 7
GLOBETROTTER, PAY, REWARD, REPLACE, LEAVE_BONUS, FORK, OVER = 8, 9, 10, 11, 12, 13, 14
PHASES = (
    *("running", "objective", "offer", "pick", "gain", "place", "crafty", "move"),
    *("globetrotter", "pay_occupied", "reward", "replace", "leave_bonus", "fork", "over"),
)

# what happens next where nobody decides, in the order of a round
DEAL_FIELD, CHOOSE, START_ROUND, OFFERS, RESOLVE, PICKS, ACQUIRED, REFILL = 0, 1, 2, 3, 4, 5, 6, 7
SELECT, PLACING, WALK, MOVERS, REWARDS, MOVED, HOME, COME_HOME, SCORE = 8, 9, 10, 11, 12, 13, 14, 15, 16
STAGES = (
    *("deal_field", "choose", "start_round", "offers", "resolve", "picks", "acquired", "refill"),
    *("select", "placing", "walk", "movers", "rewards", "moved", "home", "come_home", "score"),
)

# a seat read from the state is put through this mask, so that the compiler knows that it is not negative
SEAT_MASK = MAX_WALKERS - 1

NOT_WALKING = -1
NO_SLOT = -1

STATE_DTYPE = np.dtype(
    [
        ("deck", np.int16, (N_DOGS,)),  # dogs not drawn yet from the bottom up, those drawn above them
        ("deck_left", np.int64),  # dogs of `deck` not drawn; the next one is deck[deck_left - 1]
        ("deck_floor", np.int64),  # dogs at the bottom that are not in the game (`deck = half`)
        ("deck_size", np.int64),  # dogs in `deck` at the start
        ("field", np.int16, (MAX_FIELD,)),  # dog in each slot, 0 where it has been taken
        ("revealed", np.int16, (2,)),  # dogs a scout has revealed, 0 none
        ("small_deck", np.int8, (16,)),  # room to shuffle forecasts, locations, objectives
        ("awards", np.int8, (N_BREEDS,)),  # breed on each award space, the most valuable first
        ("award_space", np.int8, (N_BREEDS,)),  # award space of each breed
        ("forecasts", np.int8, (N_ROUNDS,)),  # forecast card of each round
        ("locations", np.int8, (N_ROUNDS,)),  # location card of each round
        ("dice", np.int8, (MAX_DICE,)),  # faces the autowalkers roll, in order
        ("dice_used", np.int64),  # faces rolled
        ("dealt_objectives", np.int8, (MAX_WALKERS, 4)),  # objective cards each player may choose from, 0 none
        ("objective", np.int8, (MAX_WALKERS,)),  # card kept, 0 before the choice
        ("n_seats", np.int64),  # players
        ("n_walkers", np.int64),  # players and autowalkers: 3 or 4, as many as field slots
        ("round_index", np.int64),  # 0 to 3
        ("offer_number", np.int64),  # 0 or 1: which recruitment of the round
        ("first", np.int64),  # first player of the round
        ("stage", np.int64),  # what happens next where nobody decides
        ("phase", np.int64),  # what is decided
        ("seat", np.int64),  # seat that decides
        ("turn", np.int64),  # who is next in the order of the stage
        # what everybody has
        ("dogs", np.int16, (MAX_WALKERS, MAX_DOGS)),  # dogs owned, at home and on the lead
        ("n_dogs", np.int8, (MAX_WALKERS,)),
        ("room", np.int16, (MAX_WALKERS, N_RESOURCES)),  # how many of each resource own collecting dogs can take
        ("breeds", np.int8, (MAX_WALKERS, N_BREEDS)),  # dogs owned of each breed
        ("n_breeds", np.int8, (MAX_WALKERS,)),  # different breeds owned
        ("tokens", np.int8, (MAX_WALKERS, MAX_DOGS)),  # walked tokens of each of them
        ("lead", np.int16, (MAX_WALKERS,)),  # bit set: which of them are on the lead
        ("lead_abilities", np.int32, (MAX_WALKERS,)),  # bit set: abilities on the lead
        ("lead_triggers", np.int8, (MAX_WALKERS,)),  # bit set: resources that trigger an ability on the lead
        ("resources", np.int16, (MAX_WALKERS, N_RESOURCES)),
        ("reputation", np.int16, (MAX_WALKERS,)),
        # recruitment
        ("offer_slot", np.int8, (MAX_WALKERS,)),  # slot of this offer, -1 none
        ("offer_value", np.int8, (MAX_WALKERS,)),
        ("slot_winner", np.int8, (MAX_FIELD,)),  # who stands best on each slot while offers are resolved, -1 nobody
        ("slot_value", np.int8, (MAX_FIELD,)),  # and its offer
        ("acquired", np.int16, (MAX_WALKERS,)),  # dog gained by this offer, 0 none yet
        # pending choices of a resource
        ("gains", np.int64),  # how many are left for `seat`
        ("gain_kinds", np.int64),  # bit set of stick, ball, toy, treat, reputation
        ("after_gains", np.int64),  # stage that goes on afterwards
        # selection of one player
        ("free_placements", np.int64),  # rule 11.3
        ("one_resource", np.int64),  # 1: the next dog may be placed for one resource (friendly)
        ("gives", np.int64),  # what the crafty dog just placed gives
        ("waiting_eager", np.int8, (N_RESOURCES,)),  # gains not taken yet (`crafty_timing = any_time`)
        ("waiting_crafty", np.int8, (N_RESOURCES,)),
        # walking
        ("position", np.int8, (MAX_WALKERS,)),  # space; -1 does not walk, 91-93 has left, 94 was the last
        ("n_walking", np.int64),  # walkers that started
        ("n_inside", np.int64),  # walkers still in the park
        ("n_players_inside", np.int64),  # players among them
        ("walker", np.int64),  # who moves
        ("fork_spaces", np.int64),  # bit set of spaces an autowalker can go to
        ("fired", np.int64),  # bit set of the mover's dogs whose ability is used up in this movement
        ("pending_swaps", np.int64),
        ("pending_scouts", np.int64),
        # what reports count
        ("n_turns", np.int64),  # movements of players
        ("offers_made", np.int8, (MAX_WALKERS,)),
        ("offers_paid", np.int16, (MAX_WALKERS,)),  # reputation paid for offers won
        ("offers_won", np.int8, (MAX_WALKERS,)),
        ("spaces_walked", np.int16, (MAX_WALKERS,)),  # spaces a player landed on, leave spaces not counted
        ("swaps", np.int8, (MAX_WALKERS,)),
        ("scouts", np.int8, (MAX_WALKERS,)),
        ("walks", np.int8, (MAX_WALKERS,)),  # rounds walked
        ("left_first", np.int8, (MAX_WALKERS,)),  # rounds in which the player was the first to leave
        ("left_last", np.int8, (MAX_WALKERS,)),  # rounds in which the player was the last walker
        ("leave_places", np.int16, (MAX_WALKERS,)),  # sum of the places (1 first) over the rounds walked
        # the end
        ("part_abilities", np.int16, (MAX_WALKERS,)),
        ("part_awards", np.int16, (MAX_WALKERS,)),
        ("part_objective", np.int16, (MAX_WALKERS,)),
        ("part_leftover", np.int16, (MAX_WALKERS,)),
        ("awards_won", np.int8, (MAX_WALKERS,)),  # award cards, shared ones count
        ("best_award", np.int16, (MAX_WALKERS,)),  # highest single award value
        ("award_winners", np.int8, (N_BREEDS,)),  # bit set of seats for each award space
        ("winners", np.int64),  # bit set of seats
        ("stars", np.int64),  # solo: stars reached, 0 where the objective is not met
        ("solo_met", np.int64),  # solo: 1 where the objective is met
    ],
    align=True,
)
