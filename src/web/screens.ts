// Which entity has which hand-made screen or part. Each is fetched when it is first shown.
import type { Slots } from '#web/engine/slots.ts'

export const screens: Slots = {}
