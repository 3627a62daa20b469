import type { FlightsCard } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import styles from './flights.module.css';
import { foundOf, optionsOf, routeOf, tripOf, type Option } from './flights';
import { all } from '../../lib/lists';

interface Props {
  card: FlightsCard;
  lang: string;
  today: string;
}

/** FlightsView shows the best three flights of a trip. All figures are of the flights, none of a model. */
export function FlightsView({ card, lang, today }: Props) {
  const options = optionsOf(card);
  return (
    <>
      {card.examples === true && <p className={styles.examples}>{t('flightsExamples')}</p>}
      <p>
        <strong>{routeOf(card)}</strong> {tripOf(card, today)}
      </p>
      {options.length === 0 && <p className="muted">{all(card.options).length === 0 ? t('flightsNone') : t('flightsComparing')}</p>}
      <ol className={styles.flights}>
        {options.map((option) => (
          <OptionView key={option.id} option={option} lang={lang} />
        ))}
      </ol>
      <p className="muted">
        {foundOf(card)}. {options.length > 0 && t(card.by === 'llm' ? 'flightsByModel' : 'flightsByRules')} {t('flightsClocks')}
      </p>
    </>
  );
}

function OptionView({ option, lang }: { option: Option; lang: string }) {
  return (
    <li className={styles.flight}>
      <span className={styles.rank} aria-hidden="true">{option.rank}</span>
      <div className={styles.times}>
        <strong>
          {option.depart} <span className="muted">{option.from}</span> – {option.arrive}
          {option.later !== '' && <sup>{option.later}</sup>} <span className="muted">{option.to}</span>
        </strong>
        <span className="muted">
          {option.carrier} · {option.stops} · {option.duration}
          {option.cabin !== '' && ` · ${option.cabin}`}
        </span>
      </div>
      <strong className={styles.price}>{option.price}</strong>
      <div className={styles.why}>
        <div className={styles.score}>
          <span className={styles.bar} role="meter" aria-label={t('flightFit')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={option.score}>
            <i style={{ width: `${option.score}%` }} />
          </span>
          <span className="muted">{t('flightScore', { n: option.score })}</span>
        </div>
        <p lang={lang}>{option.reasoning}</p>
        {option.factors.length > 0 && <p className={styles.factors} lang={lang}>{option.factors.map((factor) => <span key={factor}>{factor}</span>)}</p>}
      </div>
    </li>
  );
}
