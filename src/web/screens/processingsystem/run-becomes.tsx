// What a run becomes: its lots with their numbers, the bales that are in the lint, the claim that goes on.
import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useFormContext } from 'react-hook-form'
import { claims } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import type { RunDraft, RunReading } from './run-draft.ts'
import { balesIn } from './run-values.ts'

/** A bale of lint where the catalogue does not say (domain dictionary 2.3). */
const defaultBaleKg = 170

export function RunBecomes({ draft, reading, products }: { draft: RunDraft; reading: RunReading; products: readonly RecordAnswer[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { register } = useFormContext()
  const made = reading.outputs.map((output, index) => ({ ...output, index, line: draft.outputs[index] })).filter(({ kg }) => kg > 0)
  const lint = made.find(({ line }) => line?.material === 'LINT')
  const baleKg = Number(products.find(({ material }) => material === 'BALE')?.nominalUnitKg ?? defaultBaleKg) || defaultBaleKg
  const bales = lint ? balesIn(lint.kg, baleKg) : null
  const rows: FigureRow[] = [
    ...made.flatMap(({ index, line, kg }): FigureRow[] => [
      {
        key: `lot-${index}`,
        value: format.kg(kg),
        label: (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {t('Lot of {{product}}', { product: (line?.title ?? '').toLocaleLowerCase(format.language) })}
            <OutlinedInput
              size="small"
              {...register(`outputs.${index}.batchNo`)}
              placeholder={t('Lot no.')}
              inputProps={{ 'aria-label': t('Lot no. of {{product}}', { product: line?.title ?? '' }), maxLength: 20, autoComplete: 'off' }}
              sx={{ height: { xs: 44, sm: 30 }, width: 112, fontSize: 13 }}
            />
          </Box>
        ),
      },
      ...(lint?.index === index && bales && bales.bales > 0
        ? [
            {
              key: 'bales',
              strong: false,
              label: t('Bales of about {{kg}}', { kg: format.kg(baleKg) }),
              value: [format.number(bales.bales), bales.looseKg > 0 ? t('{{kg}} loose', { kg: format.kg(bales.looseKg) }) : ''].filter(Boolean).join(', '),
            },
          ]
        : []),
    ]),
    ...(reading.claim
      ? [{ key: 'claim', label: t('Claim carried forward'), value: <StatusChip tone={claims[reading.claim][1]} label={t(claims[reading.claim][0])} /> }]
      : []),
  ]
  return (
    <Panel title={t('Becomes')}>
      {made.length ? (
        <>
          <FigureRows rows={rows} />
          <Box sx={{ mt: 1, fontSize: 12.5, color: 'text.secondary' }}>{t('Lots without a number are numbered by themselves.')}</Box>
        </>
      ) : (
        <Box sx={{ color: 'text.secondary', fontSize: 13.5 }}>{t('The lots appear here as soon as something came off.')}</Box>
      )}
    </Panel>
  )
}
