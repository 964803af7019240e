// What the plot carried, season by season, in the colour of the claim each crop had at sowing.
import Box from '@mui/material/Box'
import { claims } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { toneColours } from '#web/theme/tokens.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function SeasonBand({ parcel }: { parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { items, refs, isPending } = useList('crop', { filters: { parcelId: [parcel.id] }, sort: '-plannedSowing' }, { limit: 60 })
  const seasons = new Map<string, RecordAnswer[]>()
  for (const crop of items) seasons.set(String(crop.seasonId), [...(seasons.get(String(crop.seasonId)) ?? []), crop])
  const add = parcel.may.includes('edit') ? (
    <LinkButton
      size="small"
      variant="text"
      to="/private/farmbook/$operator/$entity/create"
      params={{ operator, entity: 'croppingsystem' }}
      search={{ parcelId: parcel.id }}
    >
      {t('Plan a season')}
    </LinkButton>
  ) : null
  return (
    <Panel title={t('Seasons')} note={t('claim at sowing')} action={add}>
      {isPending ? null : seasons.size === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('Nothing has been planned on this plot yet.')}</Box>
      ) : (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {[...seasons].map(([seasonId, crops]) => (
            <Box component="li" key={seasonId} sx={{ display: 'grid', gridTemplateColumns: '92px 1fr', gap: 1, alignItems: 'start' }}>
              <Box sx={{ pt: 0.5, color: 'text.secondary', fontSize: 13 }}>{refs[seasonId]?.title ?? '–'}</Box>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
                {crops.map((crop) => {
                  const claim = crop.claimStatus as keyof typeof claims | null
                  const tone = claim ? claims[claim][1] : 'neutral'
                  return (
                    <TextLink
                      key={crop.id}
                      to="/private/farmbook/$operator/$entity/$id"
                      params={{ operator, entity: 'crop', id: crop.id }}
                      underline="none"
                      sx={{
                        display: 'block',
                        px: 1,
                        py: 0.375,
                        borderRadius: '5px',
                        bgcolor: claim ? toneColours[tone].ink : 'background.default',
                        color: claim ? '#fff' : 'text.primary',
                        border: claim ? 0 : '1px dashed',
                        borderColor: 'edge',
                        fontSize: 13,
                        fontWeight: 500,
                      }}
                    >
                      {String(crop.cropName ?? crop.title)}{' '}
                      <Box component="span" sx={{ fontWeight: 400 }}>
                        {format.ha(Number(crop.areaHa))}
                      </Box>
                      <Box component="span" sx={{ display: 'block', fontSize: 12, fontWeight: 400 }}>
                        {claim ? t(claims[claim][0]) : t('not sown')}
                      </Box>
                    </TextLink>
                  )
                })}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Panel>
  )
}
