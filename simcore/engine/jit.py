"""The one place for compiler options, and the three machine instructions the rules need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])

# without numba's runtime nothing can be allocated and no references are counted: each array inside a record would be,
# whenever it is read
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
INNER = {**OPTIONS, "no_cfunc_wrapper": True, "no_cpython_wrapper": True}


def jit(function: Function) -> Function:
    """Compile a rule, scoring or strategy function.

    The compiler decides where it is merged into its callers. It is compiled into the kernel that calls it and not
    cached on disk by itself: only the kernel is, under a digest of every source it was built from (`engine.kernel`).
    It cannot be called from Python, which saves a fifth of the compile time.

    Parameters
    ----------
    function : callable
        A function in the subset of Python that numba compiles; it must not raise or allocate.

    Returns
    -------
    callable
        The compiled function; the plain one when ``NUMBA_DISABLE_JIT=1``.
    """
    compiled: Function = numba.njit(forceinline=False, **INNER)(function)
    return compiled


def inline(function: Function) -> Function:
    """Compile a small or hot function that is always merged into its callers.

    Parameters
    ----------
    function : callable
        As for `jit`. Merging costs compile time at every caller, so what runs rarely uses `jit`.

    Returns
    -------
    callable
        The compiled function; the plain one when ``NUMBA_DISABLE_JIT=1``.
    """
    compiled: Function = numba.njit(forceinline=True, **INNER)(function)
    return compiled


def kernel(function: Function) -> Function:
    """Compile an entry point of a generated kernel module and keep it in numba's disk cache.

    Parameters
    ----------
    function : callable
        A function of a module whose file name carries the digest of all its sources.

    Returns
    -------
    callable
        The compiled function.
    """
    compiled: Function = numba.njit(cache=True, **OPTIONS)(function)
    return compiled


def popcount(mask: Any) -> int:
    """Count the bits set in `mask` (uint64)."""
    return int(mask).bit_count()


def lowest_bit(mask: Any) -> int:
    """Return the index of the lowest bit set in `mask` (uint64, not 0)."""
    value = int(mask)
    return (value & -value).bit_length() - 1


def multiply_high(a: Any, b: Any) -> Any:
    """Return the upper 64 bits of the 128-bit product of two uint64."""
    import numpy as np

    return np.uint64((int(a) * int(b)) >> 64)


@intrinsic
def _ctpop(_context: Any, mask: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(_context: Any, mask: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _umulh(_context: Any, a: Any, b: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


# numba compares the arguments of an overload with those of its implementation, annotations included
def _popcount_in_kernel(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _ctpop(mask)


def _lowest_bit_in_kernel(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _cttz(mask)


def _multiply_high_in_kernel(a, b):  # type: ignore[no-untyped-def]
    return lambda a, b: _umulh(a, b)


overload(popcount)(_popcount_in_kernel)
overload(lowest_bit)(_lowest_bit_in_kernel)
overload(multiply_high)(_multiply_high_in_kernel)
