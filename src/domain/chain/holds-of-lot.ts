// What the page of a lot says of what holds it back, and of what waits for a decision: the server works it out, the web shows it.

/** `reason`: null of a positive test, which its event says; `words`: its key and values as JSON, where the product gives it. `isWaiting`: until the certification body agrees (4.4). `mayAgree`: the reader does. */
export type HoldsOfLot = { holds: { eventId: string; reason: string | null; words: string | null; isOfBody: boolean; isWaiting: boolean }[]; mayAgree: boolean }
/** With the events by which the reader decides on something, where nothing of it waits. */
export type ViewOfLot = HoldsOfLot & { undecidable: string[] }
