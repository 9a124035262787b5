// A number that the integer cannot hold.
//@ verdict: FALSE(overflow)
//@ says: conversion of a floating-point number that the integer cannot hold
//@ line: 8
int main(void) {
  float large = 3e9f;
  unsigned int fits = large;
  int does_not = large;
  return fits == does_not;
}
