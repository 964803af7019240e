// "New run" of a gin line: what was fed, what came off, the balance between them as it is typed, and what it becomes.
// The verdict shown is that of the server's own rules (BR-09, BR-10, BR-11), so that a run refused on saving is refused here first.
export {}
