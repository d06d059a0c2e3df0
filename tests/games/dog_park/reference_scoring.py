"""Final scoring in the reference model of Dog Park (sections 9, 10, 12 and 14 of the rule sheet)."""

from collections.abc import Mapping, Sequence

from .reference_tables import BREEDS, DOGS, OBJECTIVES, SOLO_OBJECTIVES, SOLO_RATING

# 10.12, 10.13: the resource, the reputation for one, how many one dog can take
COLLECTORS = {
    "ball_hog": ("ball", 1, 6),
    "stick_chaser": ("stick", 1, 6),
    "toy_collector": ("toy", 2, 3),
    "treat_lover": ("treat", 2, 3),
}


def _counted_points(dogs: Sequence[int], tokens: Mapping[int, int]) -> int:
    """Score the abilities that use up nothing (10.9 to 10.11, 21)."""
    breeds = [DOGS[dog]["breed"] for dog in dogs]
    points = 0
    for dog in dogs:
        ability, breed = DOGS[dog]["ability"], DOGS[dog]["breed"]
        if ability == "pack_dog":  # 10.9
            points += 2 * breeds.count(breed)
        elif ability == "raring_to_go":  # 10.10
            points += 2 * tokens[dog]
        elif ability == "sociable":  # 10.11
            points += len(set(breeds))
        elif ability == "lone_wolf" and breeds.count(breed) == 1:  # 21
            points += 3
    return points


def ability_points(dogs: Sequence[int], tokens: Mapping[int, int], stock: Mapping[str, int]) -> tuple[int, int]:
    """Score the final-scoring abilities of a player's dogs (9.2, 10.9 to 10.13, 18.5, 21).

    Returns
    -------
    points, left : int
        The reputation, and how many resources no dog has used up.
    """
    breeds = [DOGS[dog]["breed"] for dog in dogs]
    left = dict(stock)
    points = _counted_points(dogs, tokens)
    for dog in dogs:  # 21: fusspot is served first
        kind = DOGS[dog]["param1"]
        company = breeds.count(DOGS[dog]["breed"]) > 1
        if DOGS[dog]["ability"] == "fusspot" and tokens[dog] > 0 and company and left[kind] > 0:
            left[kind] -= 1
            points += 4
    for dog in dogs:
        if DOGS[dog]["ability"] in COLLECTORS:
            kind, value, most = COLLECTORS[DOGS[dog]["ability"]]
            used = min(left[kind], most)
            left[kind] -= used
            points += used * value
    n_left = sum(left.values())
    for dog in dogs:
        if DOGS[dog]["ability"] == "hoarder":  # 21: last, 1 for 2 of any kinds, at most 12
            pairs = min(n_left, 12) // 2
            n_left -= 2 * pairs
            points += pairs
    return points, n_left


def award_winners(awards: Sequence[str], dogs_of: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return by award space who owns most dogs of its breed, at least one (9.3)."""
    found = []
    for breed in awards:
        counts = [len([dog for dog in dogs if DOGS[dog]["breed"] == breed]) for dogs in dogs_of]
        found.append([seat for seat, count in enumerate(counts) if count > 0 and count == max(counts)])
    return found


def objective_points(card: int, dogs: Sequence[int], tokens: Mapping[int, int], n_awards: int, n_players: int) -> int:
    """Score an objective of the game for 2 to 4 players (section 12): 7, 3 or nothing."""
    row = OBJECTIVES[card]
    breeds = [DOGS[dog]["breed"] for dog in dogs]
    if row["condition"] == "max_dogs_of_one_breed":
        count = max(breeds.count(breed) for breed in BREEDS)
    elif row["condition"] == "different_breeds":
        count = len(set(breeds))
    elif row["condition"] == "total_walked_tokens":
        count = sum(tokens[dog] for dog in dogs)
    elif row["condition"] == "dogs_with_walked_at_least":
        count = len([dog for dog in dogs if tokens[dog] >= int(row["walked_min"])])
    else:
        assert row["condition"] == "breed_expert_awards"
        count = n_awards
    threshold = row["threshold_4p"] if n_players == 4 else row["threshold_2_3p"]
    return int(row["reputation"]) if count >= int(threshold) else 0


def solo_objective_met(card: int, stock: Mapping[str, int], n_tokens: int, n_awards: int, n_outright: int) -> bool:
    """Tell whether all conditions of a solo objective hold (14.2), the stock before 9.2."""
    row = SOLO_OBJECTIVES[card]
    return (
        sum(stock.values()) >= int(row["resources_total_min"])
        and min(stock.values()) >= int(row["each_resource_min"])
        and n_tokens >= int(row["walked_tokens_min"])
        and n_awards >= int(row["awards_min"])
        and n_outright >= int(row["awards_outright_min"])
    )


def rating_stars(total: int) -> int:
    """Return the stars for a solo total (14.3)."""
    for row in SOLO_RATING:
        if int(row["score_min"]) <= total and (row["score_max"] == "" or total <= int(row["score_max"])):
            return int(row["stars"])
    return 0
