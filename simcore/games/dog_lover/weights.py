"""The weights that the strategies of Dog Lover are made of: one list, a strategy is its own defaults for it.

The defaults were found by a search over all of them at once, in games of two, three and four players against the best
found before, and rounded.
"""

from __future__ import annotations

from dataclasses import replace

from simcore.engine.parameters import Parameter
from simcore.games.dog_lover.layout import MAX_DECK_TRICKS

_LEAST, _MOST = -20, 20


def _weight(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, default, text, minimum=_LEAST, maximum=_MOST)


WEIGHTS = (
    _weight("hunger", 1.55, "points that each missing food symbol of the own dogs costs at the start of the game"),
    _weight("late_hunger", 4.2, "points that it costs in the last round; in between by the cards that are left"),
    _weight("spare", 3.5, "points that a cube without a dog to eat it is worth at the start; nothing in the end"),
    _weight("wild", 2.3, "points that a wild cube is worth above another one"),
    _weight("dog", 1.0, "worth of a printed point of a dog"),
    _weight("favorite", 1.15, "worth of a point that a favourite thing adds to its set"),
    _weight("bone", 1.0, "worth of a point that a bone may add"),
    _weight("training", 1.9, "points that a training card is worth at the start; nothing but tucking in the end"),
    _weight("adoption", 1.4, "points that an adoption card is worth at the start; nothing in the end"),
    _weight("rescued", 0.4, "points that a rescue is worth beyond what its dog is worth"),
    _weight("fetch", 7.5, "points that Fetch is worth to one who takes it, at the start; nothing in the end"),
    _weight("kept", 6.0, "points for which Fetch is not played yet, at the start; nothing in the end"),
    _weight("walk", 0.35, "worth of a point of a walk that can be tucked"),
    _weight("trait", 0.4, "worth of a point of a trait that can be attached"),
    _weight("loss", 3.3, "points that each card or cube costs that a trait without a dog takes along"),
    _weight("ability", 0.7, "worth of a point that an ability of a rescued dog may score"),
    _weight("card", 0.8, "points that a card more in each later turn is worth when a trick is learned"),
    _weight("choice", 0.4, "points that a further trick is worth in each later turn"),
    _weight("behind", 0.0, "points that each cube costs by which the own stock is below `food_margin`, at the start"),
    _weight("food_margin", 0.0, "cubes that the own stock should be above the symbols of the own dogs"),
    Parameter("max_tricks", MAX_DECK_TRICKS, "tricks that are learned at most", minimum=0, maximum=MAX_DECK_TRICKS),
)
(
    HUNGER,
    LATE_HUNGER,
    SPARE,
    WILD_CUBE,
    DOG,
    FAVORITE,
    BONES,
    TRAINING_CARD,
    ADOPTION_CARD,
    RESCUED,
    FETCH_CARD,
    FETCH_KEPT,
    WALK_CARD,
    TRAIT_CARD,
    LOSS,
    ABILITY,
    CARD,
    CHOICE,
    BEHIND,
    FOOD_MARGIN,
    MAX_TRICKS,
) = range(len(WEIGHTS))


def weights(**changed: float) -> tuple[Parameter, ...]:
    """Return the weights as a strategy's parameters.

    Parameters
    ----------
    **changed : float
        Defaults of this strategy, where they are others than those of `greedy`.

    Returns
    -------
    tuple of Parameter
        In the order in which `choice.best_choice` reads them.
    """
    unknown = changed.keys() - {parameter.name for parameter in WEIGHTS}
    assert not unknown, f"no weights of these names: {unknown}"
    return tuple(replace(parameter, default=changed.get(parameter.name, parameter.default)) for parameter in WEIGHTS)
