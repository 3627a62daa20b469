package endpoint

// weights are made by bench/endpointing/fit.
var weights = [Features]float64{
	1.270,  // bias
	0.329,  // by words
	0.150,  // by engine
	0.350,  // engine known
	-1.524, // pending clause
	-0.204, // question
	0.000,  // no verb
	-1.263, // answers
	0.294,  // answer by words
	-1.623, // brief
	4.998,  // length
	0.000,  // closing
	-0.877, // dictating
	1.543,  // mark
	-4.715, // mark missing
	-1.595, // comma
	0.075,  // pitch known
	0.313,  // pitch drop
	0.076,  // pitch fall
	0.639,  // fade
	0.061,  // last vowel
	1.500,  // turn model
}
