// "In, what you fed": the lots a run takes from, each with its claim, what lies there and what will stay.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { claims } from '#domain/kernel/terms.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as AddIcon } from '#web/icons/add-outlined.ts'
import { CloseOutlined as RemoveIcon } from '#web/icons/close-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { KgInput } from './kg-input.tsx'
import type { OwnedLot } from './line.ts'
import { LotChoice } from './lot-choice.tsx'
import { type InputLine, readKg } from './run-draft.ts'

export const gmoWords: Readonly<Record<string, string>> = {
  NEGATIVE: /* i18n */ 'GMO test negative',
  POSITIVE: /* i18n */ 'GMO test positive',
  PENDING: /* i18n */ 'GMO result awaited',
  UNTESTED: /* i18n */ 'not tested for GMO',
}

/** `lines`: what was chosen, in the order of the form's rows; `choices`: every lot that could be. */
export function RunInputs({ lines, choices }: { lines: readonly InputLine[]; choices: readonly OwnedLot[] }) {
  const { t } = useTranslation()
  const { append, remove, fields } = useFieldArray({ name: 'inputs' })
  const [choosing, setChoosing] = useState(false)
  const left = choices.filter(({ lot }) => !lines.some(({ batchId }) => batchId === lot.id))
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line, index) => (
          <InputRow key={fields[index]?.id ?? line.batchId} line={line} index={index} {...(lines.length > 1 ? { onRemove: () => remove(index) } : {})} />
        ))}
      </Box>
      {lines.length === 0 ? (
        <Box sx={{ px: 2, pt: 2, color: 'text.secondary', fontSize: 13.5 }}>
          {choices.length ? t('Choose the lot that is fed into the line.') : t('No lot that this line takes in lies here. Receive one first.')}
        </Box>
      ) : null}
      <Box sx={{ p: 2, py: 1.25 }}>
        <Button
          fullWidth
          variant="outlined"
          color="inherit"
          startIcon={<AddIcon />}
          disabled={left.length === 0}
          onClick={() => setChoosing(true)}
          sx={{ borderStyle: 'dashed', minHeight: { xs: 48, sm: 34 } }}
        >
          {lines.length ? t('Add a lot or scan its label') : t('Choose a lot or scan its label')}
        </Button>
      </Box>
      <LotChoice
        open={choosing}
        choices={left}
        onClose={() => setChoosing(false)}
        onChoose={(lot) => {
          append({ batchId: lot.id, kg: '' })
          setChoosing(false)
        }}
      />
    </>
  )
}

function InputRow({ line, index, onRemove }: { line: InputLine; index: number; onRemove?: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kg = readKg(line.kg)
  const taken = Number.isFinite(kg) ? kg : 0
  const isTooMuch = taken > line.onHandKg
  const share = line.onHandKg > 0 ? taken / line.onHandKg : 0
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ fontWeight: 600, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{line.title}</Box>
        <StatusChip tone={claims[line.claim][1]} label={t(claims[line.claim][0])} />
        {onRemove ? (
          <IconButton size="small" onClick={onRemove} aria-label={t('Take {{lot}} out', { lot: line.title })} sx={{ my: -0.5, mr: -0.75 }}>
            <RemoveIcon sx={{ fontSize: 18 }} />
          </IconButton>
        ) : null}
      </Box>
      <Box id={`in-${index}-has`} sx={{ fontSize: 12.5, color: 'text.secondary', mt: 0.25, mb: 0.75 }}>
        {[t('{{kg}} on hand', { kg: format.kg(line.onHandKg) }), t(gmoWords[line.gmoStatus ?? 'UNTESTED'] ?? 'not tested for GMO')].join(', ')}
      </Box>
      <KgInput
        name={`inputs.${index}.kg`}
        label={t('Taken from {{lot}}', { lot: line.title })}
        hasTrouble={isTooMuch}
        describedBy={`in-${index}-has`}
        autoFocus={index === 0 && !line.kg}
      />
      <Box aria-hidden sx={{ mt: 1, height: 6, borderRadius: 3, bgcolor: '#E9EEEB', overflow: 'hidden' }}>
        <Box sx={{ height: '100%', width: `${Math.min(100, share * 100)}%`, bgcolor: isTooMuch ? 'error.main' : 'brand.ink' }} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 1,
          mt: 0.5,
          fontSize: 12.5,
          color: isTooMuch ? 'error.main' : 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span>
          {isTooMuch
            ? t('{{kg}} more than there is', { kg: format.kg(taken - line.onHandKg) })
            : t('{{kg}} will stay in the lot', { kg: format.kg(line.onHandKg - taken) })}
        </span>
        <span>{format.share(share)}</span>
      </Box>
    </Box>
  )
}
