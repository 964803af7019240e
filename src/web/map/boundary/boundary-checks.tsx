// The live checks beside the map: what stops the boundary stands on top with its figures and the way out, what is well
// folds to a line with its value.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useFormat } from '#web/format/use-format.ts'
import { Check as CheckIcon } from '#web/icons/check.ts'
import { WarningAmberOutlined as WarnIcon } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { declaredLimits, type FoundOverlap } from './checks.ts'
import type { BoundarySession } from './use-boundary.ts'

type Props = { session: BoundarySession; declaredHa?: number | null; onOpenNeighbour?: (id: string) => void }

export function BoundaryChecks({ session, declaredHa, onOpenNeighbour }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { checks, snapToNeighbour } = session
  const { flaw, accuracy, declaredDiff, polygon, areaHa, warnings } = checks
  // While the line is tangled its area and overlaps are no figures to argue about.
  const tangled = flaw?.at !== undefined
  const overlaps = tangled ? [] : checks.overlaps
  const diff = declaredDiff === null ? 0 : Math.abs(declaredDiff)
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
      {!polygon && <Line tone="todo">{t('Three corners at least make a boundary.')}</Line>}
      {flaw && polygon && <Trouble title={t(flaw)}>{t('It cannot be kept like this.')}</Trouble>}
      {accuracy?.verdict === 'block' && (
        <Trouble title={t('The receiver was off by {{metres}} m in the middle', { metres: format.number(accuracy.medianM, 1) })}>
          {t('Above 15 m a walked boundary is not kept. Walk again in the open, or move the corners by hand.')}
        </Trouble>
      )}
      {overlaps.map((one) => (
        <OverlapNote
          key={one.neighbour.id}
          found={one}
          actions={
            <>
              <Button size="small" variant="outlined" color="inherit" onClick={() => snapToNeighbour(one.neighbour)}>
                {t('Snap to shared edge')}
              </Button>
              {onOpenNeighbour && (
                <Button size="small" variant="outlined" color="inherit" onClick={() => onOpenNeighbour(one.neighbour.id)}>
                  {t('Open {{name}}', { name: one.neighbour.title })}
                </Button>
              )}
            </>
          }
        />
      ))}
      {declaredDiff !== null && declaredHa && !tangled && diff > declaredLimits.warn && (
        <Trouble mild title={t('Declared {{declared}}, mapped {{mapped}}', { declared: format.hectares(declaredHa), mapped: format.hectares(areaHa) })}>
          {diff > declaredLimits.review
            ? t('They differ by {{share}}. Above 25 % the parcel goes to review.', { share: signed(declaredDiff, format) })
            : t('They differ by {{share}}. Which one is right?', { share: signed(declaredDiff, format) })}
        </Trouble>
      )}
      {accuracy?.verdict === 'warn' && (
        <Trouble mild title={t('The receiver was off by {{metres}} m in the middle', { metres: format.number(accuracy.medianM, 1) })}>
          {t('It is kept, with a mark: 10 m or better is good.')}
        </Trouble>
      )}
      {warnings
        .filter((one) => one.code !== 'clockwise' && one.code !== 'repeated_point')
        .map((one) => (
          <Trouble mild key={one.code} title={t(one)} />
        ))}
      {polygon && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
          {declaredDiff !== null && declaredHa && diff <= declaredLimits.warn && (
            <Line value={signed(declaredDiff, format)}>
              {t('Declared {{declared}}, mapped {{mapped}}', { declared: format.hectares(declaredHa), mapped: format.hectares(areaHa) })}
            </Line>
          )}
          {accuracy?.verdict === 'good' && (
            <Line value={format.quantity(accuracy.medianM, 'm', 1)}>{t('Receiver, middle of {{count}} corners', { count: session.corners.length })}</Line>
          )}
          {session.isPlot && !tangled && !overlaps.length && <Line value={t('none')}>{t('Overlap with neighbours')}</Line>}
          {!flaw && <Line value={t('yes')}>{t('Does not cross itself')}</Line>}
        </Box>
      )}
    </Box>
  )
}

const signed = (ratio: number, format: ReturnType<typeof useFormat>) => `${ratio > 0 ? '+' : ratio < 0 ? '−' : ''}${format.share(Math.abs(ratio))}`

function OverlapNote({ found: { band, ratio, areaM2, neighbour }, actions }: { found: FoundOverlap; actions: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const why = {
    warn: t('Up to 5 % is kept, with a mark.'),
    review: t('Above 5 % both parcels go to dispute and cannot be verified.'),
    block: t('Above 20 % it cannot be kept.'),
    duplicate: t('This is the same plot again: it cannot be kept.'),
  }[band]
  return (
    <Trouble
      mild={band === 'warn'}
      title={t('Overlaps {{name}} by {{share}} ({{area}})', { name: neighbour.title, share: format.share(ratio), area: format.ha(areaM2 / 10_000) })}
      actions={actions}
    >
      {why}
    </Trouble>
  )
}

function Trouble({ title, children, actions, mild = false }: { title: string; children?: ReactNode; actions?: ReactNode; mild?: boolean }) {
  const tone = mild ? 'pending' : 'error'
  return (
    <Box role={mild ? 'note' : 'alert'} sx={{ bgcolor: `tone.${tone}.soft`, borderRadius: 1, p: 1.5, fontSize: 13.5 }}>
      <Box sx={{ color: `tone.${tone}.ink`, fontWeight: 600 }}>{title}</Box>
      {children && <Box sx={{ mt: 0.25 }}>{children}</Box>}
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>{actions}</Box>}
    </Box>
  )
}

function Line({ children, value, tone = 'good' }: { children: ReactNode; value?: string; tone?: 'good' | 'todo' }) {
  return (
    <Box component={tone === 'good' ? 'li' : 'div'} sx={{ display: 'flex', alignItems: 'baseline', gap: 1, fontSize: 13.5 }}>
      {tone === 'good' ? (
        <CheckIcon aria-hidden sx={{ fontSize: 17, color: 'success.main', alignSelf: 'center' }} />
      ) : (
        <WarnIcon aria-hidden sx={{ fontSize: 17, color: 'text.secondary', alignSelf: 'center' }} />
      )}
      <Box sx={{ flex: 1 }}>{children}</Box>
      {value && <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{value}</Box>}
    </Box>
  )
}
