// All notifications, by code, and what raises each. Adding one is one entry in the file of its area.
import type { EntityName } from '../entities.ts'
import type { RuleId } from '../rules/catalogue.ts'
import { certificationNotices } from './certification.ts'
import { fieldNotices } from './field.ts'
import { goodsNotices } from './goods.ts'
import type { Notice, Trigger } from './notice.ts'
import { peopleNotices } from './people.ts'
import { workNotices } from './work.ts'

const table = { ...peopleNotices, ...fieldNotices, ...goodsNotices, ...certificationNotices, ...workNotices }

export type NoticeCode = keyof typeof table
export const notices: Readonly<Record<NoticeCode, Notice>> = table
export const noticeCodes = Object.keys(table) as NoticeCode[]
/** The notice of a code that was stored; undefined where the catalogue knows it no longer. */
export const findNotice = (code: string): Notice | undefined => (Object.hasOwn(notices, code) ? notices[code as NoticeCode] : undefined)

type Of<W extends Trigger['when']> = Extract<Trigger, { when: W }>
type Raises<W extends Trigger['when']> = { code: NoticeCode; trigger: Of<W> }

const all = noticeCodes.flatMap((code) => notices[code].on.map((trigger) => ({ code, trigger })))
const byEvent = Map.groupBy(
  all.flatMap(({ code, trigger }): Raises<'event'>[] => (trigger.when === 'event' ? [{ code, trigger }] : [])),
  ({ trigger }) => `${trigger.entity} ${trigger.type}`,
)
const byFinding = Map.groupBy(
  all.flatMap(({ code, trigger }): Raises<'finding'>[] => (trigger.when === 'finding' ? [{ code, trigger }] : [])),
  ({ trigger }) => `${trigger.entity} ${trigger.rule}`,
)

/** Kinds of records of which notifications speak; what the clock and services raise is of these, too, and of lists of approved farmers (AFL_AGEING). */
export const kindsSpokenOf: readonly EntityName[] = [
  ...new Set<EntityName>([...all.flatMap(({ trigger }) => ('entity' in trigger ? [trigger.entity] : [])), 'approvedlist']),
]

const none: readonly never[] = []
/** What an event of this kind of record may raise. */
export const raisedByEvent = (entity: string, type: string): readonly Raises<'event'>[] => byEvent.get(`${entity} ${type}`) ?? none
/** What a finding of this rule on this kind of record may raise. */
export const raisedByFinding = (entity: string, rule: RuleId): readonly Raises<'finding'>[] => byFinding.get(`${entity} ${rule}`) ?? none
/** The rules whose findings on this kind of record it asks to close; empty where it asks for something else. */
export function rulesRequested({ on, asks }: Notice, entity: string): readonly RuleId[] {
  if (asks === 'finding') return on.flatMap((trigger) => (trigger.when === 'finding' && trigger.entity === entity ? [trigger.rule] : []))
  return typeof asks === 'object' && 'rules' in asks ? asks.rules : []
}
/** Whether it asks to close those alone that are of no aspect of their rule. */
export const asksMainAlone = ({ asks }: Notice): boolean => typeof asks === 'object' && 'rules' in asks && asks.isMain === true
/** The states of the record in which what it asks for is done; empty where it asks for something else. */
export const statesRequested = ({ asks }: Notice): readonly string[] => (Array.isArray(asks) ? asks : [])
