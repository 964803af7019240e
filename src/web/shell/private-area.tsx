// The private area: nobody is let in unseen, and whoever leaves for the login page is brought back after it.
import '#web/locales/english-singulars.ts'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useContext } from 'react'
import { worksAcross } from '#domain/access.ts'
import { forgetFirstAnswers } from '#web/api/first-answers.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToLogin } from '#web/session/to-login.tsx'
import { type AccessAnswer, AccessContext } from '#web/session/use-access.ts'
import { UserContext } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Replace } from '#web/ui/replace.tsx'
import { PrivateShell } from './private-shell.tsx'

export function PrivateArea() {
  const { status, answer } = useContext(AccessContext)
  const { operator = '-' } = useParams({ strict: false }) as { operator?: string }
  const { pathname, searchStr } = useLocation()
  if (status === 'loading') return <PageLoader />
  if (status === 'unauthenticated' || !answer?.user) {
    forgetFirstAnswers()
    return <ToLogin />
  }
  // '-' means the whole programme: for those whose work is inside one operator, it is that one.
  if (operator === '-' && answer.operator && !mayUse(answer, operator)) return <Replace href={pathname.replace('/-/', `/${answer.operator}/`) + searchStr} />
  return (
    <UserContext value={answer.user}>
      <PrivateShell>{mayUse(answer, operator) ? <Outlet /> : <NotYours operator={answer.operator ?? '-'} />}</PrivateShell>
    </UserContext>
  )
}

/** Whether an address of this operator can answer anything; what is not known yet (a person only remembered) is left to the server. */
function mayUse({ operators, roles, operator: own }: AccessAnswer, requested: string): boolean {
  if (roles.length === 0 || roles.includes('ADMIN')) return true
  if (requested === '-') return own === '-' || own === null || worksAcross(roles)
  return operators.length === 0 || operators.some(({ id, code }) => id === requested || code === requested)
}

function NotYours({ operator }: { operator: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('This operator is not one of yours')}
      reason={t('You do not work for it, or its code is mistyped. An administrator can add you.')}
      actions={
        <LinkButton to="/private/farmbook/$operator/dashboard" params={{ operator }} variant="contained">
          {t('To my operator')}
        </LinkButton>
      }
    />
  )
}
