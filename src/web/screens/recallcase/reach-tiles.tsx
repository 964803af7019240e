// The four figures of a recall, each with its share as a bar: found, restricted, sent out, answered (BR-27). Without a case the last is whom it would reach.
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { RecallReach } from '#domain/chain/recall-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'

export const endColours = { restricted: '#C9A227', road: '#1E67A8', free: '#8C9490', gone: '#B3362B' } as const
const green = '#2F5D47'

/** `timer` stands before them. */
export function ReachTiles({ reach, isCase, timer }: { reach: RecallReach; isCase: boolean; timer?: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { foundKg, affectedKg, restrictedKg, lostKg, shippedKg, travellingKg, holders, otherHolders, lots } = reach
  const answered = holders.filter(({ answeredAt }) => answeredAt !== null).length
  const requested = holders.length + otherHolders
  const silent = holders.length - answered
  const certified = reach.certificates.length
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', lg: timer ? '1.35fr repeat(4, 1fr)' : 'repeat(4, 1fr)' } }}>
      {timer ? <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, display: 'grid' }}>{timer}</Box> : null}
      <Tile
        label={t('Found')}
        figure={format.kg(foundKg)}
        parts={[{ kg: foundKg, color: green }]}
        of={affectedKg}
        note={lostKg > 0 ? t('of {{kg}}; the rest was lost', { kg: format.kg(affectedKg) }) : t('Lots: {{lots}}', { lots })}
      />
      <Tile
        label={isCase ? t('Restricted') : t('Restricted already')}
        figure={format.kg(restrictedKg)}
        parts={[{ kg: restrictedKg, color: endColours.restricted }]}
        of={foundKg}
        note={foundKg > 0 ? t('{{share}} of what was found', { share: format.share(restrictedKg / foundKg) }) : '–'}
      />
      <Tile
        label={t('Sent out')}
        figure={format.kg(shippedKg)}
        parts={[
          { kg: Math.max(0, shippedKg - travellingKg), color: green },
          { kg: travellingKg, color: endColours.road },
        ]}
        of={Math.max(affectedKg, shippedKg)}
        note={travellingKg > 0 ? t('{{kg}} on the road', { kg: format.kg(travellingKg) }) : t('nothing on the road')}
      />
      {isCase ? (
        <Tile
          label={t('Answered')}
          figure={t('{{answered}} of {{requested}}', { answered, requested: holders.length })}
          parts={[{ kg: answered, color: green }]}
          of={Math.max(1, holders.length)}
          note={silent > 0 ? t('{{silent}} to ask again', { silent }) : t('all of them')}
          isUrgent={silent > 0}
        />
      ) : (
        <Tile
          label={t('Holders')}
          figure={format.number(requested)}
          parts={[]}
          of={1}
          note={certified > 0 ? t('Transaction certificates: {{certified}}', { certified }) : t('no transaction certificate')}
          isUrgent={certified > 0}
        />
      )}
    </Box>
  )
}

type TileProps = { label: string; figure: string; note: string; parts: readonly { kg: number; color: string }[]; of: number; isUrgent?: boolean }
function Tile({ label, figure, note, parts, of, isUrgent = false }: TileProps) {
  return (
    <Panel>
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{label}</Box>
      <Box sx={{ fontSize: { xs: 18, sm: 21 }, fontWeight: 650, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>{figure}</Box>
      <Box aria-hidden sx={{ display: 'flex', height: 6, borderRadius: 3, overflow: 'hidden', bgcolor: 'divider', my: 0.75 }}>
        {parts.map(({ kg, color }) => (kg > 0 && of > 0 ? <Box key={color} sx={{ width: `${Math.min(100, (kg / of) * 100)}%`, bgcolor: color }} /> : null))}
      </Box>
      <Box sx={{ fontSize: 12.5, color: isUrgent ? 'tone.error.ink' : 'text.secondary' }}>{note}</Box>
    </Panel>
  )
}
