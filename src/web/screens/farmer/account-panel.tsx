// Where a farmer is paid: holder, IFSC and the end of the number. Whoever pays asks for the whole number, which the farmer's history records.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountAnswer } from '#domain/people/account-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { FigureRows } from '../figure-rows.tsx'

/** Groups of four, as they are read aloud and compared. */
const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

/** Nothing where none is entered, or it is not for the reader. */
export function AccountPanel({ farmer }: { farmer: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const client = useQueryClient()
  const show = useMutation<AccountAnswer, ApiProblem, void>({
    mutationFn: () => call(entityPath(operator, 'farmer', farmer.id, 'bank-account'), { method: 'POST', body: {}, idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.one(operator, 'farmer', farmer.id) }),
  })
  if (!farmer.bankAccountNo || farmer.masked?.includes('bankAccountNo')) return null
  const number = show.data?.accountNo
  return (
    <Panel
      title={t('Bank account')}
      note={farmer.bankChangedAt ? t('entered {{day}}', { day: format.dateWithin(format.dayOf(String(farmer.bankChangedAt))) }) : ''}
    >
      <FigureRows
        rows={[
          { key: 'holder', label: t('Account holder'), value: String(farmer.bankHolder), strong: false },
          { key: 'ifsc', label: t('IFSC'), value: String(farmer.bankIfsc), strong: false },
          { key: 'number', label: t('Account number'), value: grouped(number ?? String(farmer.bankAccountNo)) },
        ]}
      />
      {show.error ? <Refusal problem={show.error} /> : null}
      {number ? null : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1, flexWrap: 'wrap' }}>
          <Button size="small" variant="outlined" disabled={show.isPending} onClick={() => show.mutate()}>
            {t('Show the number')}
          </Button>
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5 }}>
            {t('Showing it is recorded.')}
          </Box>
        </Box>
      )}
    </Panel>
  )
}
