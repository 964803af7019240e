// Who gets the premium, in the form of its payment: the members whose goods earned one in the season at this rate, each with a box. Weight and total follow from those
// who are chosen, so that the amounts make the total.
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { sharePremium } from '#domain/chain/premium.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import type { PremiumList as Due } from '#domain/people/premium-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import { type EditorProps, FormContext } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ListSkeleton } from '#web/ui/skeletons.tsx'

type Listed = { farmerId: string; kg: string; amount: string }
type Candidate = { farmerId: string; title: string; code: string; kg: number }

export function PremiumList({ field, name, value, onChange, error, form, setOther, record }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { refs } = useContext(FormContext)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const seasonId = typeof form.seasonId === 'string' && form.seasonId ? form.seasonId : null
  // Money stands in the form in whole units of the currency.
  const perKg = minorOf(form.perKg)
  const { data, isPending } = useDue(record?.id ?? null, seasonId, perKg)
  // What the form began with: a payment that is corrected is to be paid anew.
  const former = useRef((value as Listed[]) ?? [])
  const candidates = withFormer(data?.items ?? [], former.current, (id) => refs[id]?.title ?? '')
  const chosen = candidates.filter(({ farmerId }) => !left.has(farmerId))
  const shared = sharePremium(chosen, perKg ?? 0)
  const amounts = new Map(shared.list.map((one) => [one.farmerId, one.amount]))
  const sent = data && perKg ? JSON.stringify(shared) : null
  const put = useRef<string | null>(null)
  useEffect(() => {
    if (sent === null || sent === put.current) return
    put.current = sent
    const { list, kg, total } = JSON.parse(sent) as typeof shared
    onChange(list.map((one) => ({ farmerId: one.farmerId, kg: String(one.kg), amount: String(one.amount / 100) })))
    setOther('kg', String(kg))
    setOther('total', String(total / 100))
  }, [sent, onChange, setOther])
  const toggle = (id: string) => setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]))
  const isAll = chosen.length === candidates.length
  const id = inputId(name)
  return (
    <FieldFrame id={id} label={t(field.label)} required error={error} group>
      {!seasonId || !perKg ? (
        <Typography color="textSecondary">{t('Choose the season and the amount per kg: then those are listed whose goods earned a premium.')}</Typography>
      ) : isPending ? (
        <ListSkeleton rows={3} columns={2} />
      ) : candidates.length === 0 ? (
        <Typography>{t('Nothing that was bought in this season is without its premium.')}</Typography>
      ) : (
        <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, minWidth: 0 }}>
          <Row
            isStrong
            label={<strong>{t('{{count}} of {{all}} members', { count: format.number(chosen.length), all: format.number(candidates.length) })}</strong>}
            kg={format.kg(shared.kg)}
            amount={format.money(shared.total)}
            isChosen={isAll}
            name={t('All')}
            onToggle={() => setLeft(new Set(isAll ? candidates.map(({ farmerId }) => farmerId) : []))}
          />
          <Box sx={{ maxHeight: 420, overflowY: 'auto' }}>
            {candidates.map(({ farmerId, title, code, kg }) => (
              <Row
                key={farmerId}
                label={
                  <>
                    {title}{' '}
                    <Typography component="span" variant="caption" color="textSecondary">
                      {code}
                    </Typography>
                  </>
                }
                kg={format.kg(kg)}
                amount={left.has(farmerId) ? '–' : format.money(amounts.get(farmerId) ?? 0)}
                isChosen={!left.has(farmerId)}
                name={title}
                onToggle={() => toggle(farmerId)}
              />
            ))}
          </Box>
        </Box>
      )}
    </FieldFrame>
  )
}

type RowProps = { label: ReactNode; kg: string; amount: string; isChosen: boolean; name: string; onToggle: () => void; isStrong?: boolean }
function Row({ label, kg, amount, isChosen, name, onToggle, isStrong = false }: RowProps) {
  return (
    <Box
      sx={{
        ...{ display: 'grid', gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', sm: 'auto minmax(0, 1fr) 110px 120px' }, alignItems: 'center', pr: 1.5 },
        ...{ columnGap: 1, borderBottom: isStrong ? '1px solid' : 0, borderColor: 'divider', fontWeight: isStrong ? 600 : 400, minHeight: 44 },
      }}
    >
      <Checkbox checked={isChosen} onChange={onToggle} slotProps={{ input: { 'aria-label': name } }} />
      <Box sx={{ overflowWrap: 'anywhere' }}>{label}</Box>
      <Box sx={{ textAlign: 'right', gridColumn: { xs: '3', sm: 'auto' } }}>{kg}</Box>
      <Box sx={{ textAlign: 'right', gridColumn: { xs: '3', sm: 'auto' } }}>{amount}</Box>
    </Box>
  )
}

function useDue(groupId: string | null, seasonId: string | null, perKg: number | null) {
  const operator = useOperator()
  return useQuery<Due, ApiProblem>({
    queryKey: [...keys.one(operator, 'collective', groupId ?? ''), 'premium', seasonId, perKg],
    queryFn: ({ signal }) =>
      call<Due>(entityPath(operator, 'collective', groupId ?? '', 'premium-list'), {
        signal,
        query: new URLSearchParams({ seasonId: seasonId ?? '', perKg: String(perKg) }),
      }),
    // Another rate alters the amounts alone, which are worked out here.
    placeholderData: keepPreviousData,
    enabled: groupId !== null && seasonId !== null && perKg !== null,
  })
}

function withFormer(due: Due['items'], former: readonly Listed[], titleOf: (id: string) => string): Candidate[] {
  const before = new Map(former.map(({ farmerId, kg }) => [farmerId, readNumber(kg) ?? 0]))
  const known = due.map(({ farmerId, title, code, kg }) => ({ farmerId, title, code, kg: Math.round((kg + (before.get(farmerId) ?? 0)) * 1000) / 1000 }))
  const others = [...before].filter(([id]) => !due.some(({ farmerId }) => farmerId === id))
  return [...known, ...others.map(([farmerId, kg]) => ({ farmerId, title: titleOf(farmerId), code: '', kg }))]
}

function minorOf(typed: unknown): number | null {
  const amount = readNumber(String(typed ?? ''))
  return amount !== null && amount > 0 ? Math.round(amount * 100) : null
}
