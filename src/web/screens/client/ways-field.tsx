// The ways to sign in that the login page offers, in its order: ticked, and moved up and down by buttons.

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import { useController } from 'react-hook-form'
import { ArrowDownwardOutlined as Down } from '#web/icons/arrow-downward-outlined.ts'
import { ArrowUpwardOutlined as Up } from '#web/icons/arrow-upward-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { Client } from './queries.ts'

/** A way's name is written to stand within "Continue with …": at the beginning of a line it takes a large letter. */
export const beginsLarge = { display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } } as const

/** `offered`: those of today; who came in by one that is taken away must be let in anew. */
export function WaysField({ ways, offered: today }: Pick<Client, 'ways'> & { offered: readonly string[] }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ name: 'providers' })
  const chosen = field.value as string[]
  const offered = chosen.flatMap((id) => ways.find((way) => way.id === id) ?? [])
  const leaving = ways.filter(({ id }) => today.includes(id) && !chosen.includes(id))
  const rest = ways.filter(({ id }) => !chosen.includes(id))
  const swap = (at: number, other: number) =>
    field.onChange(chosen.map((id, index) => (index === at ? (chosen[other] ?? id) : index === other ? (chosen[at] ?? id) : id)))
  const refusal = fieldState.error?.message ?? fieldState.error?.root?.message
  return (
    <Box>
      <Box component="ol" aria-label={t('Ways to sign in')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {[...offered, ...rest].map(({ id, name }) => {
          const at = chosen.indexOf(id)
          return (
            <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', minHeight: 44 }}>
              <FormControlLabel
                sx={{ flex: 1 }}
                label={
                  <Box component="span" sx={beginsLarge}>
                    {t(name)}
                  </Box>
                }
                control={
                  <Checkbox checked={at >= 0} onChange={(_, isChosen) => field.onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))} />
                }
              />
              {at >= 0 && chosen.length > 1 ? (
                <>
                  <IconButton aria-label={t('Move up: {{name}}', { name: t(name) })} disabled={at === 0} onClick={() => swap(at, at - 1)}>
                    <Up />
                  </IconButton>
                  <IconButton aria-label={t('Move down: {{name}}', { name: t(name) })} disabled={at === chosen.length - 1} onClick={() => swap(at, at + 1)}>
                    <Down />
                  </IconButton>
                </>
              ) : null}
            </Box>
          )
        })}
      </Box>
      {leaving.map(({ id, name }) => (
        <Alert key={id} severity="warning" sx={{ mt: 1 }}>
          {t('Whoever signs in with {{name}} today, you too, cannot come back in once they are signed out.', { name: t(name) })}{' '}
          {t('Before you save, make sure the other way works, and then press “Let them sign in anew” at each of these people under Users.')}
        </Alert>
      ))}
      <FormHelperText error={Boolean(refusal)}>{refusal ?? t('In this order on the login page; the first has the coloured button.')}</FormHelperText>
    </Box>
  )
}
