// What an approved farmer list says and its fingerprint: sha-256 over canonical JSON (RFC 8785) of all that the document says.
import { hash } from 'node:crypto'
import type { ListEntry } from '#domain/people/approved-list-difference.ts'
import { jcs } from '../store/event-hash.ts'

export type ListHead = { operatorId: string; schemeId: string; seasonId: string; versionNo: number; asOf: string; replacesHash: string | null }

/** What a list says, in the one way of writing it that is signed. Numbers are written as decimal texts, so that every language writes the same bytes. */
export const textOfList = (head: ListHead, entries: readonly ListEntry[]): string => jcs({ kind: 'approved farmer list', format: 1, ...head, entries })

/** 64 hex digits. */
export const fingerprintOf = (head: ListHead, entries: readonly ListEntry[]): string => hash('sha256', textOfList(head, entries), 'hex')
