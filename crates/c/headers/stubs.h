/* Stands in for <gnu/stubs.h>, whose 32-bit half many machines lack. */
