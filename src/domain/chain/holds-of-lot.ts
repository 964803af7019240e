// What the page of a lot says of what holds it back: the server works it out, the web shows it.

/** `reason`: null of a positive test, which its event says. `isWaiting`: until the certification body agrees (4.4). `mayAgree`: the reader does. */
export type HoldsOfLot = { holds: { eventId: string; reason: string | null; isOfBody: boolean; isWaiting: boolean }[]; mayAgree: boolean }
