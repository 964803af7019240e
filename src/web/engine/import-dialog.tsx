// A file of records brought in: choose it, try it without writing, import what is good, and take the rows that came back.
export {}
