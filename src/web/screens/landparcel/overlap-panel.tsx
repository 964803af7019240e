// One case: two plots over each other. The map shows both boundaries, the shared ground hatched, what is proposed as dashed lines and the line
// that would divide the ground between them.
import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { centroid, widened } from '#domain/geo/area.ts'
import type { OverlapCase } from '#domain/land/overlap-answer.ts'
import { overlapEvents } from '#domain/land/overlap-events.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import { claimTone, type MapShape } from '#web/map/map-shape.ts'
import { Panel } from '#web/ui/panel.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { OverlapActions } from './overlap-actions.tsx'

const labelOf = (what: string): string => (what in overlapEvents ? overlapEvents[what as keyof typeof overlapEvents].label : what)

export function OverlapPanel({ parcel, one }: { parcel: RecordAnswer; one: OverlapCase }) {
  const { t } = useTranslation()
  const format = useFormat()
  const bounds = useMemo(() => {
    const box = boundsOf([one.own.boundary, one.other.boundary])
    return box && widened(box, 30)
  }, [one.own.boundary, one.other.boundary])
  // Fields of two growers are often called alike: the code says which one it is.
  const name = one.title && one.title !== one.code ? `${one.title} (${one.code})` : one.code
  const own = `${parcel.title} (${parcel.code})`
  const area = format.ha(one.sharedM2 / 10_000)
  const shapes: MapShape[] = [
    { id: 'other', geometry: one.other.boundary, tone: 'quiet' },
    { id: 'own', geometry: one.own.boundary, tone: claimTone(parcel.organicStatus as string | null) },
    ...(one.shape?.coordinates ?? []).map((coordinates, at): MapShape => ({ id: `shared${at}`, geometry: { type: 'Polygon', coordinates }, tone: 'trouble' })),
    ...[one.own.proposal, one.other.proposal].flatMap((proposal, at): MapShape[] =>
      proposal ? [{ id: `proposal${at}`, geometry: proposal.boundary, tone: 'version' }] : [],
    ),
  ]
  const notes = [
    { key: 'own', at: centroid(one.own.boundary).coordinates, content: <Box sx={onMap}>{own}</Box> },
    { key: 'other', at: centroid(one.other.boundary).coordinates, content: <Box sx={onMap}>{name}</Box> },
  ]
  const hasProposal = one.own.proposal !== null || one.other.proposal !== null
  return (
    <Panel title={t('Overlap with {{name}}', { name })} note={t('{{area}}, {{share}} of the smaller plot', { area, share: format.share(one.ratio) })} flush>
      <Box sx={{ position: 'relative', height: { xs: 300, md: 420 } }}>
        <LazyParcelMap
          label={t('{{own}} and {{other}} share {{area}}', { own, other: name, area })}
          bounds={bounds}
          shapes={shapes}
          notes={notes}
          legend={[
            { label: t('This plot'), colour: '#2B7A4B' },
            { label: t('Other plot'), colour: '#8C9490' },
            { label: t('Overlap'), colour: '#B3362B', hatched: true },
            ...(hasProposal ? [{ label: t('Proposed'), colour: '#1E67A8', line: true }] : []),
          ]}
        />
      </Box>
      <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
        <Side title={`${t('This plot')} (${parcel.code})`} side={one.own} />
        <Side title={name} side={one.other} />
      </Box>
      {one.operator ? (
        <Box sx={{ px: 2, pb: 2, fontSize: 13.5 }}>
          <Box sx={{ color: 'text.secondary' }}>{t('The other plot belongs to {{operator}}. To call:', { operator: one.operator })}</Box>
          {one.contacts.map((contact) => (
            <Box key={`${contact.name}${contact.email}`}>{[contact.name, contact.phone, contact.email].filter(Boolean).join(', ')}</Box>
          ))}
        </Box>
      ) : null}
      {one.steps.length > 0 ? (
        <Box component="ul" aria-label={t('What was said')} sx={{ listStyle: 'none', m: 0, px: 2, pb: 2, display: 'grid', gap: 0.75, fontSize: 13.5 }}>
          {one.steps.map((word) => (
            <li key={`${word.what}${word.at}`}>
              <b>{t(labelOf(word.what))}</b>
              {` ${[word.by ?? (word.isOwn ? t('This side') : t('The other side')), format.date(format.dayOf(word.at)), word.on ? t('for {{day}}', { day: format.date(word.on) }) : ''].filter(Boolean).join(', ')}`}
              {word.message ? <Box sx={{ color: 'text.secondary' }}>{word.message}</Box> : null}
            </li>
          ))}
        </Box>
      ) : null}
      <OverlapActions parcel={parcel} one={one} />
    </Panel>
  )
}

function Side({ title, side }: { title: string; side: OverlapCase['own'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows: FigureRow[] = [
    { key: 'area', label: t('Registered'), value: format.ha(side.areaHa) },
    { key: 'share', label: t('In dispute'), value: format.share(side.share), strong: false },
    ...(side.proposal ? [{ key: 'proposal', label: t('Proposed'), value: format.ha(side.proposal.areaHa) }] : []),
    { key: 'agreed', label: t('Agrees to what is proposed'), value: side.agreedAt ? format.date(format.dayOf(side.agreedAt)) : t('not yet'), strong: false },
  ]
  return (
    <Box role="group" aria-label={title}>
      <Box sx={{ fontWeight: 600, mb: 0.75 }}>{title}</Box>
      <FigureRows rows={rows} />
    </Box>
  )
}

const onMap = { whiteSpace: 'nowrap', fontSize: 12.5, fontWeight: 600, textShadow: '0 0 3px #fff, 0 0 3px #fff, 0 0 5px #fff' } as const
