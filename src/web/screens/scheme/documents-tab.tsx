// The documents of a scheme: the standard itself, its interpretations, the words in which a claim is made. Each is opened by its name.
import type { Field, Fields } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function DocumentsTab({ entity, record: scheme }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const ids = (scheme.documents as string[] | null) ?? []
  const edit = scheme.may.includes('edit') ? (
    <LinkButton to="/private/farmbook/$operator/$entity/$id/edit" params={{ operator, entity: 'scheme', id: scheme.id }} variant="outlined" color="inherit">
      {t('Edit')}
    </LinkButton>
  ) : null
  return (
    <Panel title={t('Documents')} action={ids.length > 0 ? edit : null}>
      {ids.length > 0 ? (
        <ShowValue field={(entity.fields as Fields).documents as Field} value={ids} refs={scheme.refs} />
      ) : (
        <EmptyState title={t('No documents yet')} reason={t('The standard and what belongs to it are added where the scheme is edited.')} actions={edit} />
      )}
    </Panel>
  )
}
