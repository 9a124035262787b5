// What is let pass at one line is a mistake at another.
//@ verdict: FALSE(memory)
//@ line: 8
//@ says: memory[unsequenced]: an object is changed
int main(void) {
  int i = 1;
  int first = i++ + i++; // raddle: allow(unsequenced)
  int second = i++ + i++;
  return first + second;
}
