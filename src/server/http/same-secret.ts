// Comparing a secret that was sent with the one that is expected.
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares hashes: of equal length whatever was sent, so that neither time nor length shows how near a guess was. */
export const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))
