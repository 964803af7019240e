// The figures of processing, each with what it is measured against; each opens the list behind it (domain dictionary 11.2).
import Box from '@mui/material/Box'
import { processNorms } from '#domain/chain/norms.ts'
import { type Material, materials, type Process, processes } from '#domain/kernel/terms.ts'
import { gapsOf } from '#domain/processing/mass-balance.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { figureLists, receivedBy, uncertifiedLots } from '#domain/reports/figure-lists.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Tile, type TileProps } from './tile.tsx'

type Kpi = TileProps & { key: string }
type Words = { t: ReturnType<typeof useTranslation>['t']; format: ReturnType<typeof useFormat> }
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** `figures` undefined while they are worked out. */
export function ProcessingKpis({ figures }: { figures: ProcessingFigures | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kpis = [...moved(figures, { t, format }), ...yields(figures, { t, format }), ...stock(figures, { t, format }), ...quality(figures, { t, format })]
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(auto-fill, minmax(178px, 1fr))',
          lg: `repeat(${columnsFor(kpis.length)}, minmax(0, 1fr))`,
        },
        gap: 1.5,
        mb: 1.5,
      }}
    >
      {kpis.map(({ key, ...kpi }) => (
        <Tile key={key} {...kpi} />
      ))}
    </Box>
  )
}

/** As many beside one another as leave the fewest gaps in the last row. */
function columnsFor(count: number): number {
  const gaps = (columns: number) => Math.ceil(count / columns) * columns - count
  return [6, 5, 4].reduce((best, columns) => (gaps(columns) < gaps(best) ? columns : best))
}

const lots = (search: Record<string, string> = {}) => ({ ...figureLists.lots, search: { ...figureLists.lots.search, ...search } })
const lines = { entity: 'processingsystem' }

function moved(figures: ProcessingFigures | undefined, { t, format }: Words): Kpi[] {
  const total = (name: 'receivedKg' | 'processedKg' | 'dispatchedKg') => figures && sum(figures.weeks.map((week) => week[name]))
  const latest = figures?.weeks.at(-1)?.week
  const week = (name: 'receivedKg' | 'processedKg' | 'dispatchedKg') =>
    figures && latest
      ? {
          words: t('{{kg}} in the week of {{day}}', {
            kg: format.kg(sum(figures.weeks.filter((one) => one.week === latest).map((one) => one[name]))),
            day: format.date(latest),
          }),
          tone: 'neutral' as const,
        }
      : undefined
  const kg = (value: number | undefined) => (value === undefined ? undefined : format.kg(value))
  return [
    { key: 'received', label: t('Received'), figure: kg(total('receivedKg')), remark: week('receivedKg'), ...lots({ 'filter[status]': 'RECEIVED' }) },
    { key: 'processed', label: t('Processed'), figure: kg(total('processedKg')), remark: week('processedKg'), ...lines },
    { key: 'sent', label: t('Dispatched'), figure: kg(total('dispatchedKg')), remark: week('dispatchedKg'), ...lots({ 'filter[status]': 'IN_TRANSIT' }) },
  ]
}

/** Which output of a process is its yield on the dashboard, by what list of lines its tile opens. */
const realised: readonly { process: Process; material: Material; type: string; label: string }[] = [
  { process: 'GINNING', material: 'LINT', type: 'GINNING', label: /* i18n */ 'Lint out-turn' },
  { process: 'SPINNING_CARDED', material: 'YARN', type: 'SPINNING_CARDED', label: /* i18n */ 'Carded yarn realisation' },
  { process: 'SPINNING_COMBED', material: 'YARN', type: 'SPINNING_COMBED', label: /* i18n */ 'Combed yarn realisation' },
  { process: 'KNITTING', material: 'FABRIC', type: 'KNITTING', label: /* i18n */ 'Knitted fabric' },
  { process: 'DYEING_FINISHING', material: 'FABRIC', type: 'DYEING', label: /* i18n */ 'Dyed fabric' },
  { process: 'DYEING_FINISHING', material: 'YARN', type: 'DYEING', label: /* i18n */ 'Dyed yarn' },
  { process: 'CMT', material: 'GARMENT', type: 'CMT', label: /* i18n */ 'Garments' },
]
function yields(figures: ProcessingFigures | undefined, { t, format }: Words): Kpi[] {
  const shown = realised.flatMap(({ process, material, type, label }): Kpi[] => {
    const own = figures?.yields.find((one) => one.process === process)
    const out = own?.outputs.find((one) => one.material === material)
    if (!own || !out) return []
    return [
      {
        key: `${process} ${material}`,
        label: t(label),
        figure: format.share(out.share),
        // Of a process that keeps its material, what went in is of several.
        remark: processNorms[process].keepsMaterial
          ? { words: format.kg(out.kg), tone: 'neutral' }
          : { words: t('{{out}} of {{in}}', { out: format.kg(out.kg), in: format.kg(own.inKg) }), tone: 'neutral' },
        ...lines,
        search: { 'filter[systemType]': type },
      },
    ]
  })
  const inKg = figures && sum(figures.yields.map((one) => one.inKg))
  const loss = (name: 'wasteKg' | 'invisibleKg') => (figures ? sum(figures.yields.map((one) => one[name])) : undefined)
  const share = (kg: number | undefined) => (kg === undefined || inKg === undefined ? undefined : inKg > 0 ? format.share(kg / inKg) : '–')
  const worst = figures?.yields.toSorted((one, other) => other.invisibleShare - one.invisibleShare)[0]
  return [
    ...shown,
    {
      key: 'waste',
      label: t('Waste'),
      figure: share(loss('wasteKg')),
      remark: figures && { words: format.kg(loss('wasteKg') || 0), tone: 'neutral' },
      ...lines,
    },
    {
      key: 'invisible',
      label: t('Invisible loss'),
      figure: share(loss('invisibleKg')),
      remark: worst && {
        words: t('{{process}} {{share}}', { process: t(processes[worst.process]), share: format.share(worst.invisibleShare) }),
        tone: 'neutral',
      },
      ...lines,
    },
  ]
}

function stock(figures: ProcessingFigures | undefined, { t, format }: Words): Kpi[] {
  const onHand = figures && sum(figures.stock.map(({ kg }) => kg))
  const old = figures && sum(figures.stock.filter(({ age }) => age === '91+').map(({ kg }) => kg))
  const bare = figures && sum(figures.stock.filter(({ claim }) => claim !== 'CONVENTIONAL').map(({ uncertifiedKg }) => uncertifiedKg))
  const busiest = figures?.lines.toSorted((one, other) => (other.capacityShare ?? 0) - (one.capacityShare ?? 0))[0]
  return [
    {
      key: 'stock',
      label: t('On hand'),
      figure: onHand === undefined ? undefined : format.kg(onHand),
      remark: old === undefined ? undefined : { words: t('{{kg}} older than 90 days', { kg: format.kg(old) }), tone: old > 0 ? 'pending' : 'success' },
      ...lots({ sort: '-onHandKg' }),
    },
    {
      key: 'bare',
      label: t('Without a certificate'),
      figure: bare === undefined ? undefined : format.kg(bare),
      remark: onHand ? { words: t('of certified goods on hand'), tone: 'neutral' } : undefined,
      ...uncertifiedLots,
    },
    {
      key: 'capacity',
      label: t('Capacity use'),
      figure: figures && (busiest?.capacityShare ? format.share(busiest.capacityShare) : '–'),
      share: busiest?.capacityShare ?? undefined,
      remark: busiest && { words: busiest.title, tone: 'neutral' },
      ...lines,
    },
    {
      key: 'restricted',
      label: t('Held back'),
      figure: figures && format.kg(figures.restrictedKg),
      remark:
        figures &&
        (figures.restricted[0]
          ? { words: t('longest {{days}}', { days: t('{{count}} days', { count: figures.restricted[0].days }) }), tone: 'error' }
          : { words: t('None waiting'), tone: 'success' }),
      ...figureLists.restricted,
    },
  ]
}

function quality(figures: ProcessingFigures | undefined, { t, format }: Words): Kpi[] {
  const [received, covered] = [figures && sum(figures.cover.map((one) => one.receivedKg)), figures && sum(figures.cover.map((one) => one.coveredKg))]
  const gap = figures && gapsOf(figures.cover)[0]
  const last = figures?.cycles.at(-1)
  return [
    {
      key: 'receipts',
      label: t('Receipt variance'),
      figure: figures && (figures.receipts.p50 === null ? '–' : format.share(figures.receipts.p50)),
      remark:
        figures && figures.receipts.p95 !== null
          ? { words: t('95 % below {{share}}', { share: format.share(figures.receipts.p95) }), tone: figures.receipts.p95 > 0.005 ? 'pending' : 'success' }
          : undefined,
      ...lots({ 'filter[status]': 'RECEIVED' }),
    },
    {
      key: 'trace',
      label: t('Traced to mapped plots'),
      figure: figures && (figures.traceability.share === null ? '–' : format.share(figures.traceability.share)),
      share: figures?.traceability.share ?? undefined,
      remark: figures && { words: t('of {{kg}} on hand', { kg: format.kg(figures.traceability.onHandKg) }), tone: 'neutral' },
      ...lots({ sort: '-onHandKg' }),
    },
    {
      key: 'cover',
      label: t('Covered by certificates'),
      figure: received === undefined || covered === undefined ? undefined : received > 0 ? format.share(covered / received) : '–',
      share: received && covered !== undefined ? covered / received : undefined,
      remark: received === undefined ? undefined : { words: t('of {{kg}} received', { kg: format.kg(received) }), tone: 'neutral' },
      entity: 'transactioncertificate',
    },
    {
      key: 'gap',
      label: t('Mass-balance gap'),
      figure: figures && (gap ? format.share(gap.gapShare) : '–'),
      remark: gap && { words: gap.holder, tone: gap.gapShare > 0.005 ? 'pending' : 'success' },
      ...(figures && gap ? receivedBy(gap, figures.from) : lots({ 'filter[status]': 'RECEIVED' })),
    },
    {
      key: 'bales',
      label: t('Bales'),
      figure: figures && format.number(figures.bales.count),
      remark:
        figures && figures.bales.meanKg !== null
          ? figures.bales.outside > 0
            ? { words: t('{{number}} outside 140 to 230 kg', { number: format.number(figures.bales.outside) }), tone: 'error' }
            : { words: t('mean {{kg}}', { kg: format.kg(figures.bales.meanKg) }), tone: 'success' }
          : undefined,
      ...lots({ 'filter[unitType]': 'BALE_LOT' }),
    },
    {
      key: 'cycle',
      label: t('From purchase to product'),
      figure: figures && (last ? t('{{count}} days', { count: Math.round(last.days) }) : '–'),
      remark: figures?.cycles.length
        ? {
            words: figures.cycles
              .map(({ material, days }) => t('{{what}} {{days}}', { what: t(materials[material]), days: format.number(days, 0) }))
              .join(' · '),
            tone: 'neutral',
          }
        : undefined,
      ...lots({ sort: '-producedOn' }),
    },
  ]
}
