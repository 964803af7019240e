// The crops of a cropping system: how its area is shared, and how far each crop is.
import Box from '@mui/material/Box'
import { cropRoles } from '#domain/cropping/crop.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StageBar } from './stage-bar.tsx'

const fills = ['#2F5D47', '#86AA92', '#C9A227', '#8A7A3B', '#8C9490'] as const

export function SystemCrops({ record: system }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { items, isPending } = useList('crop', { filters: { croppingSystemId: [system.id] }, sort: '-areaHa' }, { limit: 50 })
  const area = Number(system.areaHa)
  const used = items.filter((crop) => crop.status !== 'CANCELLED').reduce((sum, crop) => sum + Number(crop.areaHa), 0)
  const add = system.may.includes('edit') ? (
    <LinkButton
      size="small"
      variant="text"
      to="/private/farmbook/$operator/$entity/create"
      params={{ operator, entity: 'crop' }}
      search={{ croppingSystemId: system.id }}
    >
      {t('Add a crop')}
    </LinkButton>
  ) : null
  return (
    <Panel title={t('Crops')} note={t('{{used}} of {{area}} planned', { used: format.ha(used), area: format.ha(area) })} action={add}>
      <Box
        role="img"
        aria-label={t('{{used}} of {{area}} planned', { used: format.ha(used), area: format.ha(area) })}
        sx={{ display: 'flex', height: 10, borderRadius: '5px', overflow: 'hidden', bgcolor: '#DCE5DF', gap: '1px', mb: 1.5 }}
      >
        {items.map((crop, index) => (
          <Box key={crop.id} sx={{ width: `${(Number(crop.areaHa) / Math.max(area, used)) * 100}%`, bgcolor: fills[index % fills.length] }} />
        ))}
      </Box>
      {!isPending && items.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('No crop is planned here yet.')}</Box> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {items.map((crop, index) => (
          <Box
            component="li"
            key={crop.id}
            sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '220px minmax(0, 1fr)' }, gap: { xs: 0.5, sm: 2 }, alignItems: 'center' }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
              <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', flex: 'none', bgcolor: fills[index % fills.length] }} />
              <Box sx={{ minWidth: 0 }}>
                <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'crop', id: crop.id }}>
                  {crop.title}
                </TextLink>
                <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                  {[format.ha(Number(crop.areaHa)), t(cropRoles[crop.role as keyof typeof cropRoles])].join(' · ')}
                </Box>
              </Box>
            </Box>
            <StageBar crop={crop} small />
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
