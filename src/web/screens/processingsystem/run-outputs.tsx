// "Out, what came off": each output with its share of the input against its band, what was thrown away, what vanished.
import Box from '@mui/material/Box'
import { isMadeFrom, type Norm, processNorms } from '#domain/chain/norms.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BandBar } from './band-bar.tsx'
import { KgInput } from './kg-input.tsx'
import { type OutputReading, type RunDraft, ratingOf, readKg } from './run-draft.ts'

export function RunOutputs({ draft, readings, inKg }: { draft: RunDraft; readings: readonly OutputReading[]; inKg: number }) {
  const { t } = useTranslation()
  const norms = processNorms[draft.process]
  const fed = draft.inputs.map(({ material }) => material)
  const trash = norms.outputs.GIN_TRASH ?? null
  const share = (text: string) => {
    const kg = readKg(text)
    return inKg > 0 && kg > 0 ? kg / inKg : null
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {draft.outputs.map((output, index) => {
        const reading = readings[index]
        // What was typed stays in sight, also where it does not fit what is fed by now.
        if (readKg(output.kg) === 0 && !isMadeFrom(draft.process, fed, output.material)) return null
        return (
          <OutputRow
            key={output.productId}
            name={`outputs.${index}.kg`}
            label={output.title}
            share={reading?.share ?? null}
            norm={reading?.norm ?? null}
            hasTrouble={reading?.rating === 'impossible'}
          >
            {reading?.norm ? <BandBar norm={reading.norm} share={reading.share} /> : null}
          </OutputRow>
        )
      })}
      <OutputRow
        name="wasteKg"
        label={draft.process === 'GINNING' ? t('Trash') : t('Waste')}
        share={share(draft.wasteKg)}
        norm={trash}
        hasTrouble={ratingOf(share(draft.wasteKg), trash) === 'impossible'}
      />
      <OutputRow name="invisibleKg" label={t('Invisible loss')} share={share(draft.invisibleKg)} norm={{ min: 0, max: norms.invisibleMax, source: '' }} />
    </Box>
  )
}

function OutputRow({
  name,
  label,
  share,
  norm,
  hasTrouble = false,
  children,
}: {
  name: string
  label: string
  share: number | null
  norm: Norm | null
  hasTrouble?: boolean
  children?: React.ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const band = norm
    ? norm.min > 0
      ? t('band {{min}} to {{max}}', { min: format.number(norm.min * 100, 1), max: format.number(norm.max * 100, 1) })
      : t('at most {{max}}', { max: format.number(norm.max * 100, 1) })
    : ''
  const words =
    share === null
      ? norm
        ? t('{{band}} % of what went in', { band })
        : ''
      : [t('{{share}} of input', { share: format.share(share) }), band].filter(Boolean).join(', ')
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ fontWeight: 600 }}>{label}</Box>
          <Box id={`${name}-band`} sx={{ fontSize: 12.5, color: hasTrouble ? 'error.main' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {words}
          </Box>
        </Box>
        <KgInput name={name} label={label} hasTrouble={hasTrouble} describedBy={`${name}-band`} width={122} />
      </Box>
      {children ? <Box sx={{ mt: 1.25 }}>{children}</Box> : null}
    </Box>
  )
}
