// Who gets the premium, in the form of its payment: the members whose goods earned one in the season at this rate, each with a box. Weight and total follow from those
// who are chosen, so that the amounts make the total.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { payablePremium } from '#domain/chain/premium.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import { mostNamed } from '#domain/people/collective.ts'
import type { PremiumList as Due } from '#domain/people/premium-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { PremiumFile } from './premium-file.tsx'

type Listed = { farmerId: string; kg: string; amount: string }
/** Who is chosen of a season, with their kilograms. */
type Choice = { seasonId: string; chosen: ReadonlyMap<string, number> }

/** All of them, as many as one payment takes; nobody where it is not known who had a premium already. */
const proposed = ({ items, withoutListKg }: Due): Choice['chosen'] =>
  new Map((withoutListKg > 0 ? [] : items.slice(0, mostNamed)).map(({ farmerId, kg }) => [farmerId, kg]))

/** The list of the form follows who is chosen. One that was there before (a draft) is taken as it is: whoever was left out stays so. */
function useChoice(
  rows: readonly Listed[],
  seasonId: string | null,
  perKg: number | null,
  data: Due | undefined,
  put: (list: Listed[], kg: string, total: string) => void,
) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const last = useRef('[]')
  const given = JSON.stringify(rows)
  const isOfSeason = choice !== null && choice.seasonId === seasonId
  const members = (data?.items ?? []).map((one) => ({ ...one, kg: Math.min(one.kg, (isOfSeason ? choice.chosen.get(one.farmerId) : undefined) ?? one.kg) }))
  const shared = payablePremium(isOfSeason ? members.filter(({ farmerId }) => choice.chosen.has(farmerId)) : [], perKg ?? 0)
  const sent = isOfSeason && data && perKg ? JSON.stringify(shared) : null
  const putting = useRef(put)
  putting.current = put
  useEffect(() => {
    const write = (list: Listed[], kg: string, total: string) => {
      last.current = JSON.stringify(list)
      putting.current(list, kg, total)
    }
    if (given !== last.current && given !== '[]') {
      last.current = given
      const listed = JSON.parse(given) as Listed[]
      if (seasonId) setChoice({ seasonId, chosen: new Map(listed.map(({ farmerId, kg }) => [farmerId, readNumber(kg) ?? 0])) })
    } else if (!isOfSeason) {
      // Nothing of another season is paid for this one.
      if (given !== '[]') write([], '', '')
      if (seasonId && data) setChoice({ seasonId, chosen: proposed(data) })
      else if (!seasonId) setChoice(null)
    } else if (sent !== null) {
      const { list, kg, total } = JSON.parse(sent) as typeof shared
      const rowsOfForm = list.map((one) => ({ farmerId: one.farmerId, kg: String(one.kg), amount: String(one.amount / 100) }))
      if (JSON.stringify(rowsOfForm) !== last.current) write(rowsOfForm, kg ? String(kg) : '', total ? String(total / 100) : '')
    }
  }, [given, seasonId, data, isOfSeason, sent])
  const choose = (chosen: Choice['chosen']) => seasonId && setChoice({ seasonId, chosen })
  return { members, shared, chosen: isOfSeason ? choice.chosen : new Map<string, number>(), choose }
}

export function PremiumList({ field, name, value, onChange, error, form, setOther, record }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const seasonId = typeof form.seasonId === 'string' && form.seasonId ? form.seasonId : null
  // Money stands in the form in whole units of the currency.
  const perKg = minorOf(form.perKg)
  const ofModel = useDue(record?.id ?? null, seasonId, null)
  const agreed = ofModel.data?.agreedPerKg ?? null
  useAgreedRate(ofModel.isSuccess ? agreed : undefined, { form, setOther })
  // At the agreed rate the answer is there already; another rate is asked about once it is known that it is another.
  const other = useDue(record?.id ?? null, seasonId, perKg, {
    isNeeded: !ofModel.isPending && perKg !== null && perKg !== agreed,
    before: agreed === null ? undefined : ofModel.data,
  })
  const { data, error: problem, isPending, refetch } = ofModel.isPending || (agreed !== null && perKg === agreed) ? ofModel : other
  const { members, shared, chosen, choose } = useChoice((value as Listed[] | undefined) ?? [], seasonId, perKg, data, (list, kg, total) => {
    onChange(list)
    setOther('kg', kg)
    setOther('total', total)
  })
  const amounts = new Map(shared.list.map((one) => [one.farmerId, one.amount]))
  const dueKg = new Map((data?.items ?? []).map(({ farmerId, kg }) => [farmerId, kg]))
  const toggle = (id: string) => choose(chosen.has(id) ? new Map([...chosen].filter(([one]) => one !== id)) : new Map([...chosen, [id, dueKg.get(id) ?? 0]]))
  const count = members.filter(({ farmerId }) => chosen.has(farmerId)).length
  const isAll = count === Math.min(members.length, mostNamed)
  const id = inputId(name)
  return (
    <FieldFrame id={id} label={t(field.label)} required error={error} group>
      {agreed !== null && perKg && perKg !== agreed ? (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('By the price model of the group the premium is {{amount}} a kg.', { amount: format.money(agreed) })}
        </Alert>
      ) : null}
      {!seasonId || !perKg ? (
        <Typography color="textSecondary">{t('Choose the season and the amount per kg: then those are listed whose goods earned a premium.')}</Typography>
      ) : problem && !data ? (
        <LoadError problem={problem} title={t('This could not be loaded')} retry={() => void refetch()} />
      ) : isPending || !data ? (
        <ListSkeleton rows={3} columns={2} />
      ) : members.length === 0 ? (
        <Typography>{t('Nothing that was bought in this season is without its premium.')}</Typography>
      ) : (
        <>
          {record && perKg && seasonId ? <PremiumFile groupId={record.id} seasonId={seasonId} perKg={perKg} onRead={choose} /> : null}
          {data.withoutListKg > 0 ? (
            <Alert severity="info" sx={{ mb: 1 }}>
              {t('In this season a premium was paid for {{kg}} without a list of members: choose those who had none yet.', {
                kg: format.kg(data.withoutListKg),
              })}
            </Alert>
          ) : null}
          {members.length > mostNamed ? (
            <Alert severity="info" sx={{ mb: 1 }}>
              {t('One payment is for {{count}} members at most: the others are paid by another one.', { count: format.number(mostNamed) })}
            </Alert>
          ) : null}
          {shared.kg > data.leftKg ? (
            <Alert severity="warning" sx={{ mb: 1 }}>
              {t('Only {{kg}} of this season have had no premium yet.', { kg: format.kg(data.leftKg) })}
            </Alert>
          ) : null}
          <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, minWidth: 0 }}>
            <Row
              isStrong
              label={<strong>{t('{{count}} of {{all}} members', { count: format.number(count), all: format.number(members.length) })}</strong>}
              kg={format.kg(shared.kg)}
              amount={format.money(shared.total)}
              isChosen={isAll}
              name={t('All')}
              onToggle={() => choose(new Map(isAll ? [] : [...dueKg].slice(0, mostNamed)))}
            />
            <Box sx={{ maxHeight: 420, overflowY: 'auto' }}>
              {members.map(({ farmerId, title, code, kg }) => (
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
                  amount={chosen.has(farmerId) ? format.money(amounts.get(farmerId) ?? 0) : '–'}
                  isChosen={chosen.has(farmerId)}
                  name={title}
                  onToggle={() => toggle(farmerId)}
                />
              ))}
            </Box>
          </Box>
        </>
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

/** By the price model of the group, in minor units (undefined: not known yet): put where no rate stands yet and where the one of another season does, which goes again where this season has none. */
function useAgreedRate(agreed: number | null | undefined, { form, setOther }: Pick<EditorProps, 'form' | 'setOther'>): void {
  const proposedRate = useRef<string | null>(null)
  const now = useRef({ typed: form.perKg, setOther })
  now.current = { typed: form.perKg, setOther }
  useEffect(() => {
    const { typed, setOther: set } = now.current
    if (agreed === undefined || (typed && typed !== proposedRate.current) || (agreed === null && !typed)) return
    proposedRate.current = agreed === null ? null : String(agreed / 100)
    set('perKg', proposedRate.current ?? '')
  }, [agreed])
}

type Wanted = { isNeeded?: boolean; before?: Due | undefined }
/** `perKg` null: at the rate that the price model makes, which the answer names. `before`: what is shown of the season until the first answer is there. */
function useDue(groupId: string | null, seasonId: string | null, perKg: number | null, { isNeeded = true, before }: Wanted = {}) {
  const operator = useOperator()
  return useQuery<Due, ApiProblem>({
    queryKey: [...keys.one(operator, 'collective', groupId ?? ''), 'premium', seasonId, perKg],
    queryFn: ({ signal }) =>
      call<Due>(entityPath(operator, 'collective', groupId ?? '', 'premium-list'), {
        signal,
        query: new URLSearchParams({ seasonId: seasonId ?? '', ...(perKg === null ? {} : { perKg: String(perKg) }) }),
      }),
    // Another rate alters the amounts alone, which are worked out here; another season everything.
    placeholderData: (previous, query) => (perKg === null ? undefined : ((query?.queryKey.at(-2) === seasonId ? previous : undefined) ?? before)),
    enabled: groupId !== null && seasonId !== null && isNeeded,
  })
}

function minorOf(typed: unknown): number | null {
  const amount = readNumber(String(typed ?? ''))
  return amount !== null && amount > 0 ? Math.round(amount * 100) : null
}
