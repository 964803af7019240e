// By which figures the rules of the programme judge: everybody reads them, an administrator goes on to change them.
import Box from '@mui/material/Box'
import { useOperator } from '#web/api/operator.ts'
import { useToleranceSettings } from '#web/api/tolerances.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { ToleranceFigures } from './tolerance-figures.tsx'

export function TolerancesTab({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data, error, refetch } = useToleranceSettings()
  if (error && !data) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data) return <PageLoader />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {mayEdit ? (
        <LinkButton
          to="/private/farmbook/$operator/client/$id/$settings"
          params={{ operator, id, settings: 'tolerances' }}
          variant="outlined"
          color="inherit"
          sx={{ justifySelf: 'start' }}
        >
          {t('Change tolerances')}
        </LinkButton>
      ) : null}
      <ToleranceFigures answer={data} />
    </Box>
  )
}
