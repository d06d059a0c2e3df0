"""The state of a Dog Lover game: one record of fixed size, copied by assignment in compiled code.

Dogs, traits and tricks are numbers of the card table. What lies on and under a dog is kept by the dog, as every dog is
one card; bit i of a seat's `*_open` and `sizes` masks is its dog i in the order gained.
"""

from __future__ import annotations

import numpy as np

from simcore.games.dog_lover.layout import (
    MAX_DECK,
    MAX_DECK_TRICKS,
    MAX_DOGS,
    MAX_PLAYERS,
    MAX_RESCUED,
    MAX_TRAITS,
    N_CELLS,
    N_COUNTED,
    N_CUBES,
    N_KINDS,
    N_SIZES,
)

# what is decided
PLACE_WATCH_DOG, PLAY, ATTACH, DISCARD_FOOD, OVER = 0, 1, 2, 3, 4
PHASES = ("place_watch_dog", "play", "attach", "discard_food", "over")

# parts of a score (rules 4.2 to 4.7), in the order of the record's breakdown
PARTS = ("dogs", "unfed", "traits", "walks", "training", "rescued", "bones", "favorites", "leftover")
P_DOGS, P_UNFED, P_TRAITS, P_WALKS, P_TRAINING, P_RESCUED, P_BONES, P_FAVORITES, P_LEFTOVER = range(len(PARTS))

# what an ability can count: fed dogs of a size, walks, training cards, traits, other rescued dogs
N_SHARES = N_SIZES + 4
SHARE_WALK, SHARE_TRAINING, SHARE_TRAIT, SHARE_OTHER = range(N_SIZES, N_SHARES)

# a take gains a card of each cell at most, Fetch one more
MAX_PENDING = N_CELLS + 1

# feedings that are listed before a search with bounds is the faster way
MAX_FEEDINGS = 128

STATE_DTYPE = np.dtype(
    [
        # bit sets of the seats' dogs
        ("walk_open", np.int64, (MAX_PLAYERS,)),  # can take another walk
        ("training_open", np.int64, (MAX_PLAYERS,)),  # can take another training card
        ("trait_open", np.int64, (MAX_PLAYERS,)),  # can take another trait
        ("sizes", np.int64, (MAX_PLAYERS, N_SIZES)),  # have the size during play, at the end in scoring
        ("rescued", np.int64, (MAX_PLAYERS,)),  # are rescued dogs
        ("fed", np.int64, (MAX_PLAYERS,)),  # fed at the end
        # room for feeding at the end, by dog of one seat
        ("feed_weight", np.int64, (MAX_DOGS,)),  # symbols: a byte for each subset of the food kinds, and for all
        ("feed_gain", np.int64, (MAX_DOGS,)),  # what feeding it adds to a feeding's rank
        ("feed_points", np.int32, (MAX_DOGS,)),  # points that feeding it adds by itself
        ("feed_traits", np.uint8, (MAX_DOGS,)),  # traits on it
        ("feed_order", np.uint8, (MAX_DOGS,)),  # dogs worth trying, those with most to gain for a cube first
        ("feed_share", np.int32, (N_SHARES,)),  # what abilities pay, by what they count
        ("feed_left", np.int64, (MAX_FEEDINGS,)),  # cubes that each of some feedings leaves, a byte for each sum
        ("feed_rank", np.int64, (MAX_FEEDINGS,)),  # its rank
        # decks, drawn from the end; cards drawn stay where they are
        ("deck", np.uint8, (MAX_DECK,)),
        ("deck_size", np.uint8),
        ("deck_left", np.uint8),
        ("below_end", np.uint8),  # cards below the End Game card, which is not in `deck`
        ("trick_deck", np.uint8, (MAX_DECK_TRICKS,)),
        ("tricks_left", np.uint8),
        ("shelter_deck", np.uint8, (MAX_RESCUED,)),
        ("shelter_left", np.uint8),
        # the table
        ("grid", np.uint8, (N_CELLS,)),  # card in each cell, and of a taken one until it is gained
        ("filled", np.int16),  # bit set: cells that hold a card
        ("gaining", np.int16),  # bit set: cells whose card is taken and still to be gained
        ("fresh", np.int16),  # bit of the cell into which Fetch was put this turn, 0 none
        ("trick_row", np.uint8, (MAX_DECK_TRICKS,)),  # face-up tricks by slot, 0 none
        ("n_trick_row", np.uint8),
        ("shelter_row", np.uint8, (MAX_RESCUED,)),  # face-up rescued dogs by slot, 0 none
        ("n_shelter_row", np.uint8),
        ("watch", np.int8),  # line beside which the watch dog stands
        # the turn
        ("n_seats", np.int8),
        ("seat", np.int8),  # seat that decides
        ("phase", np.int8),
        ("rounds", np.int16),  # rounds begun, 1 at the start
        ("last_round", np.int8),  # 1 once the End Game card has turned up
        ("taken", np.int8),  # 1 after the taking
        ("ending", np.int8),  # 1 while pending traits are discarded at the end of a turn
        ("food_due", np.int8),  # cubes that a discarded trait still asks for
        ("pending", np.uint8, (MAX_PENDING,)),  # traits gained and not attached, in the order gained
        ("n_pending", np.int8),
        # what everybody has
        ("hand", np.uint8, (MAX_PLAYERS, N_COUNTED)),  # bones, pending walks, training, adoption, Fetch, favourites
        ("cubes", np.int16, (MAX_PLAYERS, N_CUBES)),
        ("tricks", np.int32, (MAX_PLAYERS,)),  # bit set
        ("dogs", np.uint8, (MAX_PLAYERS, MAX_DOGS)),  # in the order gained
        ("n_dogs", np.int8, (MAX_PLAYERS,)),
        ("walks", np.uint8, (1 + MAX_DOGS,)),  # tucked under each dog
        ("trainings", np.uint8, (1 + MAX_DOGS,)),
        ("trait_on", np.uint8, (1 + MAX_DOGS,)),  # trait last attached to each dog, 0 none
        ("trait_under", np.uint8, (1 + MAX_TRAITS,)),  # trait attached to the same dog before this one, 0 none
        # sums over the seat's attached traits
        ("watch_more", np.int16, (MAX_PLAYERS,)),  # `watchdog_plus`
        ("rescue_less", np.int16, (MAX_PLAYERS,)),  # `cheap_rescue`
        ("trick_less", np.int16, (MAX_PLAYERS,)),  # `cheap_trick`
        # what reports count
        ("n_turns", np.int16),
        ("gained", np.uint8, (MAX_PLAYERS, N_KINDS)),  # cards gained by kind, those of a deal not counted
        ("fetches", np.uint8, (MAX_PLAYERS,)),
        ("no_takes", np.uint8, (MAX_PLAYERS,)),  # turns without a taking
        ("watch_blocks", np.int32),  # places of own tricks that the watch dog blocked, over all takings
        # the end
        ("parts", np.int32, (MAX_PLAYERS, len(PARTS))),
        ("has_leftover", np.int8),  # 1 where food left over counts
        ("cubes_left", np.int16, (MAX_PLAYERS,)),  # cubes that feed no dog
        ("n_fed", np.int8, (MAX_PLAYERS,)),
        ("n_fed_rescued", np.int8, (MAX_PLAYERS,)),
        ("winners", np.int8),  # bit set of seats
    ],
    align=True,
)
