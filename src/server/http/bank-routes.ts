// The address at which an account number is read whole, to pay to it. Each reading stays in the farmer's history.
import { z } from 'zod'
import { hiddenFields } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { accountAnswer } from '#domain/people/account-answer.ts'
import { openedAccount } from '../behaviours/people/bank-account.ts'
import { getRecord } from '../store/get.ts'
import { recordBySystem } from '../store/record-event.ts'
import { type Route, route } from './route.ts'

const farmer = entityOf('farmer')

export const bankRoutes: readonly Route[] = [
  route({
    id: 'farmer.showAccount',
    method: 'post',
    path: '/api/operators/{operator}/farmer/{id}/bank-account',
    summary: 'The whole account number of a farmer',
    description: 'For whoever pays. That it was shown, to whom and when, is recorded on the farmer.',
    body: z.strictObject({}),
    answer: accountAnswer,
    says: 'Holder, IFSC and the whole number.',
    handler: async (scope, { param }) => {
      const member = await getRecord(scope, farmer, param('id'))
      if (hiddenFields(scope.user, farmer, member).includes('bankAccountNo')) throw new Problem('FORBIDDEN')
      const accountNo = member.bankAccountNo ? await openedAccount(scope, member.id) : null
      if (!member.bankAccountNo) throw new Problem('NOT_FOUND', { message: 'No bank account is entered for this farmer.' })
      if (accountNo === null) throw new Problem('STATE_CONFLICT', { message: 'The account number cannot be read any more. Please enter it again.' })
      await recordBySystem(scope, farmer, member.id, { eventType: 'ACCOUNT_SHOWN', occurredAt: scope.now.toISOString(), data: {} })
      return { json: { holder: member.bankHolder ?? '', ifsc: member.bankIfsc ?? '', accountNo }, isSecret: true }
    },
  }),
]
