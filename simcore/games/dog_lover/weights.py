"""The weights of the strategies of Dog Lover: points that things are guessed to be worth during play."""

from __future__ import annotations

from simcore.engine.parameters import Parameter

_LEAST, _MOST = -20, 20


def _weight(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, default, text, minimum=_LEAST, maximum=_MOST)


WEIGHTS = (
    _weight("hunger", 1.2, "points that each missing food symbol of the own dogs costs at the start of the game"),
    _weight("late_hunger", 3.0, "points that it costs in the last round; in between by the cards that are left"),
    _weight("spare", 1.0, "points that a cube without a dog to eat it is worth at the start; nothing in the end"),
    _weight("wild", 0.3, "points that a wild cube is worth above another one"),
    _weight("favorite", 1.3, "worth of a point that a favourite thing adds to its set"),
    _weight("bone", 0.5, "share of the way to three bones that counts for each, while the game is young"),
    _weight("training", 1.5, "points that a training card is worth at the start; nothing but tucking in the end"),
    _weight("adoption", 1.8, "points that an adoption card is worth at the start; nothing in the end"),
    _weight("fetch", 2.0, "points that Fetch is worth at the start; it is played for more than it is worth then"),
    _weight("walk", 0.9, "worth of a point of a walk that can be tucked"),
    _weight("trait", 0.8, "worth of a point of a trait that can be attached"),
    _weight("loss", 1.0, "points that each card or cube costs that a trait without a dog takes along"),
    _weight("ability", 0.8, "worth of a point that an ability of a rescued dog may score"),
    _weight("card", 1.5, "points that a card more in each later turn is worth when a trick is learned"),
    _weight("choice", 0.2, "points that a further trick is worth in each later turn"),
)
(
    HUNGER,
    LATE_HUNGER,
    SPARE,
    WILD_CUBE,
    FAVORITE,
    BONES,
    TRAINING_CARD,
    ADOPTION_CARD,
    FETCH_CARD,
    WALK_CARD,
    TRAIT_CARD,
    LOSS,
    ABILITY,
    CARD,
    CHOICE,
) = range(len(WEIGHTS))
