// An address of every view, and of each of its states.
export const addresses = [
  "/map",
  "/map?at=shop/pricing.py",
  "/symbol",
  "/symbol?name=shop.pricing.price_of",
  "/symbol?name=shop.cart.Cart&as=graph",
  "/blast",
  "/blast?symbol=shop.pricing.price_of",
  "/change?base=HEAD~1",
  "/answer",
  "/answer?task=price%20of%20an%20item",
  "/contracts",
  "/health",
];
