// The service area within the form of a group: drawn, pasted or opened as a file, on the canvas on which boundaries of plots are drawn.

import { useEffect, useRef } from 'react'
import { widened } from '#domain/geo/area.ts'
import { serviceAreaLimits } from '#domain/geo/boundary.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import { authorization } from '#web/api/client.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryWorkspace } from '#web/map/boundary/boundary-workspace.tsx'
import { cornersOf } from '#web/map/boundary/sketch.ts'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { ServiceAreaGround } from './service-area-ground.tsx'

const none: readonly [] = []
/** What is shown around the office where nothing is drawn yet. */
const aroundOfficeM = 25_000

export function ServiceAreaField({ field, name, value, onChange, error, record }: EditorProps) {
  const { t } = useTranslation()
  const polygon = (value as Polygon | null) ?? null
  const session = useBoundary({ polygon, neighbours: none, area: serviceAreaLimits })
  const { checks, dispatch, takeTool } = session
  const given = useRef(JSON.stringify(polygon))
  const office = record?.centre as Point | null | undefined
  const radiusKm = typeof record?.serviceRadiusKm === 'number' ? record.serviceRadiusKm : null
  const shownM = Math.max(aroundOfficeM, (radiusKm ?? 0) * 1000)
  const around = office ? widened([...office.coordinates, ...office.coordinates] as [number, number, number, number], shownM) : null
  const ground = <ServiceAreaGround operator={record?.code ?? null} office={office ?? null} radiusKm={radiusKm} />

  useEffect(() => {
    if (!session.isDirty) return
    const made = JSON.stringify(checks.polygon)
    if (session.live || made === given.current) return
    given.current = made
    onChange(checks.polygon)
  }, [session.isDirty, session.live, checks, onChange])
  // A draft that is put back.
  useEffect(() => {
    const now = JSON.stringify(polygon)
    if (now === given.current) return
    given.current = now
    dispatch({ type: 'restarted', corners: cornersOf(polygon) })
    if (polygon) takeTool('edit')
  }, [polygon, dispatch, takeTool])

  return (
    <FieldFrame
      id={inputId(name)}
      label={t(field.label)}
      required={false}
      error={error}
      help={t('Boundaries more than 20 km outside are refused (BR-01). Empty: what the office and the distance from it say.')}
      group
    >
      <BoundaryWorkspace session={session} isRefused={error !== undefined} around={around} headers={authorization} ground={ground} />
    </FieldFrame>
  )
}
