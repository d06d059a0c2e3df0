"""The weights that the strategies of Dog Park are made of: one list, a strategy is its own defaults for it."""

from __future__ import annotations

from dataclasses import replace

from simcore.engine.parameters import Parameter

WEIGHTS = (
    Parameter("award", 1.0, "worth of an award card's reputation when a dog is valued", minimum=-10, maximum=10),
    Parameter("ability", 1.0, "worth of a reputation that a final ability may score", minimum=-10, maximum=10),
    Parameter("walking", 1.0, "worth of what a dog's other abilities give on each walk", minimum=-10, maximum=10),
    Parameter("cost", 0.6, "reputation a dog is worth less for each resource it costs", minimum=-10, maximum=10),
    Parameter("resource", 1.1, "reputation that a resource is worth while walks are to come", minimum=-10, maximum=10),
    Parameter("scarce", 0.3, "what the first resource of a kind is worth more, as a share", minimum=-10, maximum=10),
    Parameter("lead", 1.0, "worth of the reputation for a dog on the lead", minimum=-10, maximum=10),
    Parameter("token", 1.5, "reputation that a walked token is worth by itself", minimum=-10, maximum=10),
    Parameter("space", 0.2, "reputation that a space passed over is worth", minimum=-10, maximum=10),
    Parameter("leave", 0.8, "worth of the reputation of a leave space", minimum=-10, maximum=10),
    Parameter(
        "swap",
        1.0,
        "share of the gain in value at which a swap is made; 0 or less never swaps",
        minimum=-10,
        maximum=10,
    ),
    Parameter("scout", 0.8, "reputation that a scout is worth; 0 or less never scouts", minimum=-10, maximum=10),
    Parameter(
        "rivalry",
        0.6,
        "how high rivals are taken to offer: at 1 anything from 1 to 5, below 1 less",
        minimum=0,
        maximum=10,
    ),
    Parameter("bid", 0, "offers always this much, as far as reputation goes; 0 by value", minimum=0, maximum=5),
    Parameter(
        "challenge", 0.4, "keeps the experienced objective where its chance is at least this", minimum=0, maximum=1.01
    ),
)
(
    AWARD,
    ABILITY,
    WALKING,
    COST,
    RESOURCE,
    SCARCE,
    LEAD,
    TOKEN,
    SPACE,
    LEAVE,
    SWAP,
    SCOUT,
    RIVALRY,
    BID,
    CHALLENGE,
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
