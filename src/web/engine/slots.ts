// Where hand-made parts hang in the generic screens. The engine never asks "is this a crop?": it asks
// whether anyone has something for this slot. Each folder of screens fills them in its slots.ts; lazily, so that a list of
// farmers does not fetch a map.
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, createContext, type ReactNode, use, useContext } from 'react'
import type { User } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { EventItem, RecordAnswer, Refs } from '#web/api/answers.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import type { PastDay } from './past/past-day.ts'

type Part<Props> = ComponentType<Props>

export type ScreenProps = { entity: AnyEntity }
export type RecordScreenProps = ScreenProps & { id: string }
export type EventFormProps = RecordScreenProps & { eventType?: string | undefined }
/** `past`: the page shows the record of that day. */
export type PanelProps = { entity: AnyEntity; record: RecordAnswer; past?: PastDay }
export type ListPartProps = { entity: AnyEntity; query: ListQuery; total: number | undefined; selected: ReadonlySet<string> }
export type RowProps = { row: RecordAnswer /** Names of what the row refers to. */; refs?: Refs }
export type CellProps = { field: Field; value: unknown; row: Row; refs?: Refs | undefined }
export type ShownProps = CellProps & { name: string }

/** Calls its children with the event whose values are put into the reader's words. `inLine`: in a timeline, where it may say less in its own way. */
export type EventWordsProps = { record: RecordAnswer; event: EventItem; inLine: boolean; children: (event: EventItem) => ReactNode }
export type EventWords = Part<EventWordsProps>

/** What a title is put together with. */
export type TitleWords = { t: TFunction; format: Format; refs?: Refs | undefined }
/** The name a record goes by on screen. */
export const titleOf = (record: RecordAnswer, slots: EntitySlots, words: TitleWords): string => slots.title?.(record, words) ?? record.title

export type CustomColumn = { id: string; label: string; align?: 'right'; minWidth?: number; maxWidth?: number; part: Part<RowProps> }

export type EntitySlots = {
  /** Whole screens in place of the generic ones. */
  list?: Part<ScreenProps>
  view?: Part<RecordScreenProps>
  create?: Part<ScreenProps>
  edit?: Part<RecordScreenProps>
  recordEvent?: Part<EventFormProps>
  viewEvent?: Part<RecordScreenProps & { eventId: string }>
  /** The first tab of the view page, hand-made; the generic one becomes the tab 'Details'. */
  overview?: Part<PanelProps>
  /** Its name in the reader's words, where what is stored as its title is made of codes. */
  title?: (record: RecordAnswer, words: TitleWords) => string
  /** Which event the header offers first, where the step forward is not the day's work. */
  defaultEvent?: (record: RecordAnswer) => string | undefined
  /** Which event to offer first, where the states alone do not decide; the overview shows it with its reason. */
  suggestedEvent?: (record: RecordAnswer, today: string) => string | undefined
  /** The overview closes or decides it where it is read: no bar with the same button at a phone's foot. */
  hasInlineActions?: boolean
  /** Columns of the list that are not fields of the record, and which columns stand there until somebody chooses others. */
  columns?: { custom: readonly CustomColumn[]; standard: readonly string[] }
  /** Views above the list in place of those made of the states: what is mine, what is late. */
  views?: (now: { userId: string; today: string }) => readonly { name: string; search: Record<string, string> }[]
  /** How the list is sorted until somebody sorts it otherwise: what is due first. */
  sort?: string
  /** Around the table or the cards: fetches once for all rows in sight what own columns and cards show of each. */
  listWrapper?: Part<{ rows: readonly RecordAnswer[]; children: ReactNode }>
  /** Fields that title, own columns, cells, cards and what stands around the rows read of a row; absent: any. */
  reads?: readonly string[]
  /** A record as a card on phones, inside its link. */
  card?: Part<RowProps>
  /** Another way to see the list (a map), beside the table. */
  listModes?: readonly { id: string; label: string; icon: ComponentType<SvgIconProps>; part: Part<ListPartProps> }[]
  /** Buttons beside export and import. */
  toolbar?: readonly { id: string; part: Part<ListPartProps> }[]
  /** Panels of the view page: above the properties, beside them, or as a tab of their own. */
  panels?: readonly {
    id: string
    label: string
    place: 'top' | 'side' | 'tab'
    part: Part<PanelProps>
    /** For a tab: whether this person reads it; absent: whoever sees the record. */
    isFor?: (user: User, entity: AnyEntity, record: Row) => boolean
    /** Whether it can show a past day, and is on the page of one; else that page names it among what is of today alone. */
    inPast: boolean
  }[]
  /** Buttons in the header of the view page, after the primary one. */
  actions?: readonly { id: string; part: Part<PanelProps> }[]
  /** Editors, cells and views of single fields, by field name. */
  editors?: Readonly<Record<string, Part<EditorProps>>>
  cells?: Readonly<Record<string, Part<CellProps>>>
  shows?: Readonly<Record<string, Part<ShownProps>>>
  /** It, or what happened to it, is sent in from phones: its list and pages say what of that waits for approval. */
  isSentIn?: true
  /** Around what its events say, in a line and on a page, where their values are codes or names of fields. */
  eventWords?: EventWords
  /** Whole forms of single event types. */
  eventForms?: Readonly<Record<string, Part<EventFormProps>>>
  /** Below the fields of the form of a record, new (null) or there: what would come of what is entered. */
  belowForm?: Part<{ record: RecordAnswer | null }>
  /** What is between the heading and the form of single event types: what recording it would change. */
  aboveEvent?: Readonly<Record<string, Part<PanelProps>>>
}
/** Whose panels are on the page of a past day of a record of any kind, which has no overview of its own, above all others. */
export const everyRecord = '*'
export type Slots = Readonly<Record<string, EntitySlots>>
/** Slots of an entity that are fetched with its first page; the same promise whenever it is called. */
export type LateSlots = () => Promise<EntitySlots>

export const SlotsContext = createContext<Readonly<Record<string, EntitySlots | LateSlots>>>({})
const none: EntitySlots = {}
/** Waits for those that are fetched late. */
export function useSlots(entity: string): EntitySlots {
  const own = useContext(SlotsContext)[entity]
  return typeof own === 'function' ? use(own()) : (own ?? none)
}
