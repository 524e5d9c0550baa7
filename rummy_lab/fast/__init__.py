"""Compiled kernels for many hands at once; they need the extra `[fast]`, which is numba.

Nothing here is needed for a right answer: each kernel says what the engine says. Importing this
package imports neither numba nor numpy.
"""
