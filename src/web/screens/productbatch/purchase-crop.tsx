// Who delivers? First the farmer, by name or number, then which of the farmer's crops: with claim, and what is left to sell.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useEffect, useState } from 'react'
import { claims } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useList, useOne } from '#web/api/queries.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { ReferencePicker } from '#web/fields/reference-picker.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { KgGauge } from '#web/ui/kg-gauge.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { sellable } from '../crop/sellable.ts'
import { useLastTicket } from './use-last-ticket.ts'

export function PurchaseCrop({ name, value, onChange, error, record: lot, form, setOther }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = useLastTicket(lot, { form, setOther })
  const chosen = (value as string | null) || null
  const { data: known } = useOne('crop', chosen ?? undefined)
  const [farmer, setFarmer] = useState<string | null>(null)
  const farmerId = farmer ?? (known?.farmerId as string | undefined) ?? null
  const { data: product } = useOne('product', lot ? String(lot.productId) : undefined)
  const { items, refs, isPending } = useList(
    'crop',
    { filters: { farmerId: [farmerId ?? ''], seasonId: [String(lot?.seasonId ?? '')] } },
    { enabled: farmerId !== null && lot !== null, limit: 50 },
  )
  const crops = items.filter(
    (crop) => crop.cropTypeId === product?.cropTypeId && (crop.role === 'MAIN' || crop.role === 'INTERCROP') && crop.status !== 'CANCELLED',
  )
  const only = crops.length === 1 ? crops[0]?.id : undefined
  useEffect(() => {
    if (only && !chosen) onChange(only)
  }, [only, chosen, onChange])
  const id = inputId(name)
  return (
    <FieldFrame
      id={id}
      label={t('Delivered by')}
      required
      help={
        error
          ? undefined
          : [
              t('Name, number or phone of the farmer.'),
              last ? t('Price, premium and tare as on the last ticket, {{date}}.', { date: format.dateWithin(format.dayOf(last.occurredAt)) }) : '',
            ].join(' ')
      }
      error={error}
    >
      <ReferencePicker
        id={id}
        target="farmer"
        value={farmerId}
        hasError={Boolean(error)}
        filters={{ status: ['ACTIVE'] }}
        onChange={(next) => {
          setFarmer(next)
          onChange(null)
        }}
      />
      {farmerId && !isPending ? (
        <Box role="radiogroup" aria-label={t('Crop')} sx={{ display: 'grid', gap: 1, mt: 1 }}>
          {crops.map((crop) => (
            <CropCard
              key={crop.id}
              crop={crop}
              plot={refs[String(crop.parcelId)]?.title ?? ''}
              isChosen={crop.id === chosen}
              onChoose={() => onChange(crop.id)}
            />
          ))}
          {crops.length === 0 ? (
            <Box sx={{ fontSize: 13.5, color: 'error.main' }}>
              {t('This farmer has no {{product}} to sell in this season.', { product: product?.title ?? '' })}
            </Box>
          ) : null}
        </Box>
      ) : null}
    </FieldFrame>
  )
}

function CropCard({ crop, plot, isChosen, onChoose }: { crop: RecordAnswer; plot: string; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const claim = crop.claimStatus as keyof typeof claims | null
  const { leftKg } = sellable(crop, useTolerances())
  const kg = (field: string) => (typeof crop[field] === 'number' ? (crop[field] as number) : 0)
  return (
    <ButtonBase
      role="radio"
      aria-checked={isChosen}
      onClick={onChoose}
      sx={{
        display: 'block',
        width: '100%',
        textAlign: 'left',
        font: 'inherit',
        p: 1.5,
        borderRadius: 1,
        border: '1px solid',
        borderColor: isChosen ? 'tone.progress.ink' : 'edge',
        bgcolor: isChosen ? 'tone.progress.soft' : 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', mb: 0.75 }}>
        <Box sx={{ fontWeight: 600 }}>{crop.title}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{[plot, format.ha(Number(crop.areaHa))].filter(Boolean).join(', ')}</Box>
        {claim ? (
          <Box sx={{ ml: 'auto' }}>
            <StatusChip tone={claims[claim][1]} label={t(claims[claim][0])} />
          </Box>
        ) : null}
      </Box>
      <KgGauge
        cap={kg('yieldCapKg')}
        harvested={kg('harvestedKg')}
        delivered={kg('purchasedKg')}
        {...(crop.estimatedKg === null ? {} : { estimate: kg('estimatedKg') })}
        height={8}
      />
      <Box sx={{ fontSize: 13, mt: 0.5 }}>
        <strong>{t('{{kg}} left to sell', { kg: format.kg(leftKg) })}</strong>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('{{delivered}} of {{harvested}} delivered', { delivered: format.kg(kg('purchasedKg')), harvested: format.kg(kg('harvestedKg')) })}
        </Box>
      </Box>
    </ButtonBase>
  )
}
