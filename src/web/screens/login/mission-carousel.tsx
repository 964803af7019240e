// The tenant's missions, one at a time, turned by hand: nothing moves by itself beside a form.
import { useState } from 'react'
import { pictureSources } from '#domain/tenancy/image-sizes.ts'
import type { CarouselItem } from '#domain/tenancy/tenant.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useTenantWords } from '#web/tenant/words.ts'
import { Sign } from '#web/ui/sign.tsx'

export function MissionCarousel({ items }: { items: readonly CarouselItem[] }) {
  const { t } = useTranslation()
  const words = useTenantWords()
  const [chosen, choose] = useState(0)
  const count = items.length
  const at = Math.min(chosen, count - 1)
  const item = items[at]
  if (!item) return null
  const go = (step: number) => choose((at + step + count) % count)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel, not a set of fields
    <div role="group" className="mission" aria-roledescription={t('carousel')} aria-label={t('Our mission')}>
      <p className="heading">{t('Our mission')}</p>
      <div className="all" aria-live="polite">
        {items.map(({ mission, missionDesc, image }, index) => (
          <div key={mission} aria-hidden={index !== at}>
            {image && index === at ? <img {...pictureSources(image, 480)} alt="" /> : null}
            <p className="title">{words(mission)}</p>
            {missionDesc ? <p className="text">{words(missionDesc)}</p> : null}
          </div>
        ))}
      </div>
      {count > 1 ? (
        <div className="turns">
          <div className="marks">
            {items.map(({ mission }, index) => (
              <button
                key={mission}
                type="button"
                className="press"
                onClick={() => choose(index)}
                aria-label={t('Mission {{number}} of {{count}}', { number: index + 1, count })}
                aria-current={index === at}
              >
                <span />
              </button>
            ))}
          </div>
          <span aria-hidden="true" className="place">
            {t('Our mission, {{number}} of {{count}}', { number: at + 1, count })}
          </span>
          <div className="arrows">
            <button type="button" className="press" aria-label={t('Previous')} onClick={() => go(-1)}>
              <Sign of="back" />
            </button>
            <button type="button" className="press" aria-label={t('Next')} onClick={() => go(1)}>
              <Sign of="next" />
            </button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
