// Labels are keys of the catalogue: one English word for two things is one word in every language. Words that have had two meanings
// are each used for one, which their kinds of field show; the other meaning has a label of its own.
import { describe, expect, it } from 'vitest'
import { sentencesIn } from '#server/messages/tables.ts'
import { entities } from './entities.ts'
import { languageCodes } from './messages/languages.ts'
import { reports } from './reports/all.ts'

/** Kinds of field that a label may stand for. */
const oneMeaning: Readonly<Record<string, readonly string[]>> = {
  // A place; a moment is "When".
  At: ['reference', 'text'],
  // The end of a span of days; of a range of figures it is "Highest".
  To: ['date'],
  // A person; a reason is "What for", a kind of inspection is that.
  For: ['reference'],
  // Of a country; how far something is, is "Status".
  State: ['text'],
  // What lamps give; what catches insects is a "Light trap".
  Light: ['number', 'quantity'],
  // Of a fibre.
  Strength: ['number', 'quantity'],
  // The way that a message took.
  'Sent by': ['choice', 'choices'],
}
/** Two meanings of one English word: in no language is the one said by the word of the other. */
const apart = [
  ['Heat', 'Heat stress'],
  ['Light', 'Light trap'],
  ['Road', 'By road'],
  ['At', 'When'],
  ['For', 'What for'],
  ['For', 'Kind of inspection'],
] as const

/** Kinds of every field with a label, at any depth of the declarations. */
function labelled(node: unknown, found: Map<string, Set<string>>, seen = new Set<unknown>()): Map<string, Set<string>> {
  if (typeof node !== 'object' || node === null || seen.has(node)) return found
  seen.add(node)
  const { label, kind } = node as { label?: unknown; kind?: unknown }
  if (typeof label === 'string' && typeof kind === 'string') found.set(label, (found.get(label) ?? new Set()).add(kind))
  for (const inner of Object.values(node)) labelled(inner, found, seen)
  return found
}

describe('a label', () => {
  const found = labelled([entities, reports], new Map())
  it.each(Object.keys(oneMeaning))('%s stands for one thing', (label) => {
    const kinds = [...(found.get(label) ?? [])]
    expect(kinds).not.toEqual([])
    expect(kinds.filter((kind) => !oneMeaning[label]?.includes(kind))).toEqual([])
  })
  it.each(apart)('%s is another word than %s in every language', (one, other) => {
    for (const language of languageCodes.filter((code) => code !== 'en')) {
      const sentences = sentencesIn(language)
      expect([language, sentences[one] === undefined, sentences[other] === undefined]).toEqual([language, false, false])
      expect([language, sentences[one]]).not.toEqual([language, sentences[other]])
    }
  })
})
