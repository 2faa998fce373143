// What would hold up the page runs here: the colours of source and the layout of graphs.

export {};
