struct Base {
  virtual int Area() { return 1; }
};

struct Square : Base {
  int Area() override { return 4; }
};

int Measure(Square& square) { return square.Area(); }
