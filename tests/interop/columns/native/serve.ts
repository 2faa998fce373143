import express from "express";

import { FrontDoor, enter } from "./door";

const app = express();

export function health() {
  return enter(new FrontDoor());
}

app.get("/health", health);
