"""Numbers that stand for cards, kinds and lines inside the kernel, and how much of each a card table may hold.

Cards of the game deck have fixed ranges of numbers, so that what a card is follows from its number and any card table
fits the same compiled kernel.
"""

from __future__ import annotations

# food kinds, and the fourth kind of cube (rule 1.2)
FOOD = ("scraps", "kibble", "canned")
CUBES = (*FOOD, "wild")
N_FOOD, WILD = len(FOOD), len(FOOD)
N_CUBES = len(CUBES)
SIZES = ("small", "medium", "large")
N_SIZES = len(SIZES)
ANY_SIZE = N_SIZES
# lines of the grid (rule 1.5), and the cells of each as bits
LINES = ("r0", "r1", "r2", "c0", "c1", "c2")
N_LINES = len(LINES)
SIDE = 3
N_CELLS = SIDE * SIDE
ALL_CELLS = (1 << N_CELLS) - 1
LINE_CELLS = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100)
# no mark, 3+ and 4 (rule 2.1): the columns of `by_mark`
MARKS = (2, 3, 4)

MAX_PLAYERS = 4
MAX_DECK = 160
MAX_FAVORITES = 5
MAX_FOOD_CARDS = 16
MAX_TRAITS = 32
MAX_DECK_DOGS = 40
MAX_RESCUED = 20
MAX_DOGS = MAX_DECK_DOGS + MAX_RESCUED
MAX_SPECIALS = 8
MAX_DECK_TRICKS = 16
# a straight pair lies in 12 places; its * can name two lines in each
MAX_PLACES = 24
MOST_SYMBOLS = 9
MOST_POINTS = 50

# cards of the game deck; those below N_COUNTED are counted in a seat's hand
NO_CARD, BONE, WALK, TRAINING, ADOPTION, FETCH = 0, 1, 2, 3, 4, 5
PLAIN = ("bone", "walk", "training", "adoption", "fetch")
FIRST_FAVORITE = 6
N_COUNTED = FIRST_FAVORITE + MAX_FAVORITES
FIRST_FOOD_CARD = N_COUNTED
FIRST_TRAIT = FIRST_FOOD_CARD + MAX_FOOD_CARDS
FIRST_DOG = FIRST_TRAIT + MAX_TRAITS
# rescued dogs have numbers as well, though they are no cards of the game deck
N_CODES = FIRST_DOG + MAX_DOGS
# traits and dogs count from 1 on
FIRST_RESCUED = MAX_DECK_DOGS + 1

# tricks count from 1 on: the basic one, the special ones, those of the deck
BASIC_TRICK, FIRST_SPECIAL = 1, 2
FIRST_DECK_TRICK = FIRST_SPECIAL + MAX_SPECIALS
N_TRICKS = FIRST_DECK_TRICK + MAX_DECK_TRICKS

# kinds of card, as rows count them
KINDS = ("bone", "walk", "training", "adoption", "fetch", "favorite", "food", "trait", "dog")
N_KINDS = len(KINDS)

RESCUED_EFFECTS = (
    *("none", "per_fed_size", "per_size_set", "per_favorite", "extra_bone", "most_fed", "all_sizes"),
    *("wild_cubes", "per_walk", "per_training", "per_trait", "per_trick", "per_other_rescued"),
)
NO_ABILITY, PER_FED_SIZE, PER_SIZE_SET, PER_FAVORITE, EXTRA_BONE, MOST_FED, ALL_SIZES = 0, 1, 2, 3, 4, 5, 6
WILD_CUBES, PER_WALK, PER_TRAINING, PER_TRAIT, PER_TRICK, PER_OTHER_RESCUED = 7, 8, 9, 10, 11, 12
RESCUED_WITHOUT_NUMBER = ("none", "all_sizes")

TRAIT_EFFECTS = (
    *("none", "multi_walk", "multi_training", "less_food", "any_food", "walk_bonus", "training_bonus"),
    *("extra_bone", "all_sizes", "watchdog_plus", "cheap_rescue", "cheap_trick"),
)
T_NONE, T_MULTI_WALK, T_MULTI_TRAINING, T_LESS_FOOD, T_ANY_FOOD, T_WALK_BONUS, T_TRAINING_BONUS = 0, 1, 2, 3, 4, 5, 6
T_EXTRA_BONE, T_ALL_SIZES, T_WATCHDOG_PLUS, T_CHEAP_RESCUE, T_CHEAP_TRICK = 7, 8, 9, 10, 11
TRAITS_WITHOUT_NUMBER = ("none", "multi_walk", "multi_training", "any_food", "all_sizes")

# what a trait without a dog costs (rule 3.7): a counted card, any favourite thing, or cubes
LOSE_FAVORITE, LOSE_FOOD = FIRST_FAVORITE, FIRST_FAVORITE + 1
LOSSES = {
    "bone": BONE,
    "training": TRAINING,
    "adoption": ADOPTION,
    "favorite": LOSE_FAVORITE,
    "food": LOSE_FOOD,
}


def kind_of(card: int) -> int:
    """Return the place in `KINDS` of a card of the game deck, by its number."""
    for first, kind in ((FIRST_DOG, "dog"), (FIRST_TRAIT, "trait"), (FIRST_FOOD_CARD, "food")):
        if card >= first:
            return KINDS.index(kind)
    return KINDS.index("favorite") if card >= FIRST_FAVORITE else max(card - 1, 0)
