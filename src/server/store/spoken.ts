// Records in the language of their reader (docs/decisions/0118-packages-in-the-readers-language.md): what is stored stays, and answers say it in other words where its behaviour
// has some. Without a language, as for programs that ask for none, everything is as it is stored.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Language } from '#domain/messages/languages.ts'
import type { Scope } from '../scope.ts'

type Words = Readonly<Record<string, unknown>>
const none: ReadonlyMap<string, Words> = new Map()

/** Whether records of this kind may read otherwise here. */
export const isSpoken = ({ language, behaviours }: Pick<Scope, 'language' | 'behaviours'>, entity: AnyEntity): boolean =>
  language !== undefined && behaviours[entity.name]?.spoken !== undefined

/** Fields and title of these records that are others in the reader's language, by id. */
export const spokenOf = async (scope: Scope, entity: AnyEntity, ids: readonly string[]): Promise<ReadonlyMap<string, Words>> =>
  scope.language !== undefined && ids.length > 0 ? ((await scope.behaviours[entity.name]?.spoken?.of(scope, scope.language, ids)) ?? none) : none

/** SQL of the title of a record of this kind, in the table called `alias`. */
export function titleColumn({ language, behaviours }: Pick<Scope, 'language' | 'behaviours'>, entity: string, alias: string): string {
  const spoken = language && behaviours[entity]?.spoken
  return spoken ? `coalesce(${spoken.title(alias, language)}, ${alias}.title)` : `${alias}.title`
}

/** The title of one record for somebody of whom only the language is known. */
export async function titleFor(scope: Scope, entity: AnyEntity, { id, title }: { id: string; title: string }, language: Language): Promise<string> {
  const spoken = (await scope.behaviours[entity.name]?.spoken?.of(scope, language, [id]))?.get(id)?.title
  return typeof spoken === 'string' ? spoken : title
}
