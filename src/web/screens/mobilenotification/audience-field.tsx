// Whom a message is for, counted while it is composed: how many telephones it reaches, where, and who is left out.

import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { AudienceCount } from '#domain/notifications/inbox-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useComboWords } from '#web/fields/combo-words.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { ReferenceEditor } from '#web/fields/form-field.tsx'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'

export function AudienceField(props: EditorProps) {
  return (
    <>
      <ReferenceEditor {...props} />
      <Audience farmerIds={listOf(props.value)} />
    </>
  )
}

/** As the form describes it now, with these changes. */
function useAudience(changes: { farmerIds?: readonly string[]; villages?: readonly string[] }) {
  const operator = useOperator()
  const names = ['groupIds', 'roles', 'villages', 'cropTypeId', 'stages', 'claims', 'flags', 'farmerIds']
  const [groupIds, roles, villages, cropTypeId, stages, claims, flags, farmerIds] = useWatch({ name: names }) as unknown[]
  const chosen = {
    groupIds: listOf(groupIds),
    roles: listOf(roles),
    villages: listOf(villages),
    cropTypeId: typeof cropTypeId === 'string' && cropTypeId ? cropTypeId : null,
    stages: listOf(stages),
    claims: listOf(claims),
    flags: listOf(flags),
    farmerIds: listOf(farmerIds),
    ...changes,
  }
  return useQuery<AudienceCount, ApiProblem>({
    queryKey: [operator, 'mobilenotification', 'audience', chosen],
    queryFn: ({ signal }) => call<AudienceCount>(entityPath(operator, 'mobilenotification', 'audience'), { method: 'POST', body: chosen, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Villages of those whom the rest describes, each with how many of them it reaches there. */
export function VillagesField({ field, name, value, onChange, onBlur, error }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useComboWords()
  const { data } = useAudience({ villages: [] })
  const numbers = new Map(data?.villages.map(({ village, reached }) => [village, reached]))
  const id = inputId(name)
  return (
    <FieldFrame id={id} label={t(field.label)} required={false} help={t('Empty: all of them. The number is of those who are reached.')} error={error}>
      <Autocomplete
        id={id}
        multiple
        disableCloseOnSelect
        size="small"
        {...words}
        options={[...numbers.keys()]}
        getOptionLabel={(village) => village}
        renderOption={({ key, ...props }, village) => (
          <li key={key} {...props}>
            <span style={{ flex: 1 }}>{village}</span>
            <span>{format.number(numbers.get(village) ?? 0)}</span>
          </li>
        )}
        value={listOf(value)}
        onChange={(_event, next) => onChange(next)}
        {...(onBlur ? { onBlur } : {})}
        renderInput={(params) => <TextField {...params} error={Boolean(error)} />}
      />
    </FieldFrame>
  )
}

function Audience({ farmerIds }: { farmerIds: readonly string[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, isPending } = useAudience({ farmerIds })
  return (
    <Box
      role="status"
      aria-label={t('Whom it reaches')}
      sx={{ gridColumn: '1 / -1', mt: 1, p: 2, borderRadius: 1, border: '1px solid', borderColor: 'divider', bgcolor: 'brand.softer' }}
    >
      {error ? (
        <ToneText tone="error" label={t('It could not be counted whom it reaches.')} />
      ) : isPending || !data ? (
        <Skeleton width={220} height={34} />
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap' }}>
            <Typography component="span" sx={{ fontSize: 26, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {format.number(data.reached)}
            </Typography>
            <span>{t('telephones are reached')}</span>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.5 }}>
            {data.noPhone > 0 ? <ToneText tone="pending" label={t('{{number}} have no telephone', { number: format.number(data.noPhone) })} /> : null}
            {data.optedOut > 0 ? <ToneText tone="neutral" label={t('{{number}} want no messages', { number: format.number(data.optedOut) })} /> : null}
            {data.noConsent > 0 ? <ToneText tone="pending" label={t('{{number}} have given no consent', { number: format.number(data.noConsent) })} /> : null}
            {data.chosen === 0 ? <ToneText tone="pending" label={t('Nobody is described by this.')} /> : null}
          </Box>
          {data.villages.length > 1 ? (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              {data.villages
                .slice(0, villagesShown)
                .map(({ village, reached }) => `${village} ${format.number(reached)}`)
                .join(' · ')}
            </Typography>
          ) : null}
        </>
      )}
    </Box>
  )
}

/** More would be read by nobody. */
const villagesShown = 12
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
