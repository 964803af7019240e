// From the button to the file of a list: its kind, what its personal data are for where this reader sees some (BR-35), and the download.

import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { ChosenPurpose } from '#domain/people/export-purposes.ts'
import { personalFieldsShown } from '#domain/personal-data.ts'
import { asApiProblem, send } from '#web/api/client.ts'
import { type ListQuery, listParams } from '#web/api/list-query.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { PurposeDialog } from '../purpose-dialog.tsx'
import { makeLongExport } from './long-export.ts'

/** More rows than one waits for are made into a file in the background. */
const longExport = 5_000
/** A large export streams for minutes. */
const exportPatience = 300_000
type Format = 'csv' | 'xlsx' | 'geojson'
const formats: readonly (readonly [Format, string])[] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
  ['geojson', 'GeoJSON'],
]

type Props = {
  entity: AnyEntity
  query: ListQuery
  total: number | undefined
  anchor: HTMLElement
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}
export function ExportSteps({ entity, query, total, anchor, onBusy, onDone }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const navigate = useNavigate()
  const [chosen, choose] = useState<Format | null>(null)
  const hasGeometry = Object.values<Field>(entity.fields).some((field) => factsOf(field).isPlace)
  const save = async (kind: Format, purpose: ChosenPurpose | null) => {
    onDone()
    onBusy(true)
    try {
      if (total !== undefined && total > longExport && kind !== 'geojson') {
        const look = () => void navigate({ to: '/private/farmbook/$operator/imports', params: { operator } })
        await makeLongExport({ operator, entity: entity.name, query, kind, purpose, look, t })
        return
      }
      const response = await send(entityPath(operator, entity.name, 'export'), {
        query: listParams(query, { format: kind, ...purpose }),
        patience: exportPatience,
      })
      saveAs(await response.blob(), `${entity.name}-${format.today()}.${kind}`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      onBusy(false)
    }
  }
  if (chosen) return <PurposeDialog onChosen={(purpose) => void save(chosen, purpose)} onCancel={onDone} />
  const isPersonal = personalFieldsShown(user, entity).length > 0
  return (
    <Menu open anchorEl={anchor} onClose={onDone}>
      {formats
        .filter(([kind]) => kind !== 'geojson' || hasGeometry)
        .map(([kind, label]) => (
          <MenuItem key={kind} onClick={() => (isPersonal ? choose(kind) : void save(kind, null))}>
            {label}
          </MenuItem>
        ))}
    </Menu>
  )
}
