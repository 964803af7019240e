// Inspections with a checklist in the demo programme: some visits of the rabi round as they were answered and signed, one that is being
// answered, and those that are planned for the coming days.
import sharp from 'sharp'
import { addDays, at } from './calendar.ts'
import { farmQuestions } from './checklist.ts'
import type { DemoClient } from './demo-client.ts'
import type { Programme } from './programme.ts'
import type { Staff } from './staff.ts'

const name = 'Internal inspection, cotton farm'

/** The published checklist; made with the first operator. */
export async function loadChecklist(client: DemoClient, administrator: Staff, { calendar }: Programme): Promise<string> {
  const id = await client.create(administrator, '-', 'checklist', { name, kind: 'INTERNAL', questions: farmQuestions }, 'farm-visit')
  await client.record(administrator, '-', 'checklist', id, 'PUBLISHED', at(calendar.day('06-15'), 11))
  return id
}

type Visit = {
  farmerId: string
  seasonId: string | undefined
  round: number
  day: string
  hour: number
  minute: number
  result: string
  conditions?: string | null | undefined
}
export type Visits = { checklistId: string; inspector: Staff; code: string }

/** Answers without a finding: yes where yes is right, and what stands first. */
const answerOf = ({ code, ask, photo }: Record<string, unknown>, files: readonly string[]) => {
  const { kind, right, options, least } = ask as { kind: string; right?: string; options?: string[]; least?: number }
  const answer =
    kind === 'YES_NO'
      ? { kind, yes: right === 'YES' }
      : kind === 'CHOICE'
        ? { kind, option: options?.[0] }
        : kind === 'NUMBER'
          ? { kind, number: (least ?? 0) + 2 }
          : { kind: 'NOT_APPLICABLE' }
  return { question: code, answer, ...(photo === 'ALWAYS' ? { files } : {}) }
}

export async function visitWithChecklist(client: DemoClient, { checklistId, inspector, code }: Visits, visit: Visit): Promise<void> {
  const { farmerId, seasonId, round, day, hour, minute, result, conditions } = visit
  const id = await client.create(
    inspector,
    code,
    'inspection',
    { kind: 'INTERNAL', farmerId, seasonId, round, checklistId, plannedOn: day },
    `${farmerId}:${day}`,
  )
  await client.record(inspector, code, 'inspection', id, 'STARTED', at(day, hour, minute))
  const store = await photo(client, inspector, code, `store-${id}`)
  await client.record(inspector, code, 'inspection', id, 'ANSWERED', at(day, hour, minute + 1), {
    answers: farmQuestions.map((question) => answerOf(question, [store])),
  })
  await client.record(inspector, code, 'inspection', id, 'SUBMITTED', at(day, hour + 1, minute), {
    result,
    ...(conditions ? { conditions } : {}),
    signedBy: 'FARMER',
    farmerSignature: [await signature(client, inspector, code, `farmer-${id}`, 1)],
    inspectorSignature: [await signature(client, inspector, code, `inspector-${id}`, 2)],
  })
}

/** One visit is half answered, the others wait. `today`: the day before the demo is opened. */
export async function planVisits(
  client: DemoClient,
  { checklistId, inspector, code }: Visits,
  { seasonId, today, farmerIds }: { seasonId: string | undefined; today: string; farmerIds: readonly string[] },
): Promise<void> {
  for (const [place, farmerId] of farmerIds.entries()) {
    const plannedOn = place === 0 ? today : addDays(today, 1 + Math.floor((place - 1) / 3))
    const body = { kind: 'INTERNAL', farmerId, seasonId, round: 1, checklistId, plannedOn }
    const id = await client.create(inspector, code, 'inspection', body, `${farmerId}:${seasonId}`)
    if (place > 0) continue
    await client.record(inspector, code, 'inspection', id, 'STARTED', at(today, 10))
    const buffer = await photo(client, inspector, code, `buffer-${id}`)
    const answered = farmQuestions
      .slice(0, 8)
      .map((question) =>
        question.code === 'BUFFER-WIDTH'
          ? { question: question.code, answer: { kind: 'NUMBER', number: 4 }, note: '4 m to the neighbour’s sprayed cotton, 7 m needed.', files: [buffer] }
          : answerOf(question, []),
      )
    await client.record(inspector, code, 'inspection', id, 'ANSWERED', at(today, 10, 20), { answers: answered })
  }
}

type Colour = readonly [red: number, green: number, blue: number]
/** A picture from the colour of each of its points: the product takes no SVG. */
async function drawn(width: number, height: number, colourAt: (x: number, y: number) => Colour): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colourAt(x, y), (y * width + x) * 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
async function stored(client: DemoClient, who: Staff, code: string, file: string, picture: Promise<Buffer>): Promise<string> {
  const headers = { 'content-type': 'image/png', 'idempotency-key': `demo-${file}` }
  return (await client.send(who, code, `/files?name=${file}.png`, { method: 'POST', body: new Uint8Array(await picture), headers })).id
}
const ink: Colour = [30, 38, 34]
const paper: Colour = [255, 255, 255]
/** A line that swings as a hand does; `hand`: each of its own. */
export const signature = (client: DemoClient, who: Staff, code: string, file: string, hand: number): Promise<string> => {
  const lineAt = (x: number) => 60 + 34 * Math.sin(x / (14 + 5 * hand)) * Math.cos(x / (37 - 6 * hand)) + (hand % 7) * 3
  return stored(
    client,
    who,
    code,
    file,
    drawn(320, 120, (x, y) => (x > 24 && x < 296 && Math.abs(y - lineAt(x)) < 4 ? ink : paper)),
  )
}
/** Sky, soil and three bushes. */
const photo = (client: DemoClient, who: Staff, code: string, file: string): Promise<string> =>
  stored(
    client,
    who,
    code,
    file,
    drawn(240, 180, (x, y) => {
      if ([50, 120, 190].some((middle) => (x - middle) ** 2 + (y - 110) ** 2 < 18 ** 2)) return [63, 125, 69]
      return y < 90 ? [207, 227, 238] : [169, 138, 91]
    }),
  )
