{{- define "posthorn.name" -}}
{{- if contains "posthorn" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-posthorn{{ end }}
{{- end }}

{{- define "posthorn.selector" -}}
app.kubernetes.io/name: posthorn
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "posthorn.labels" -}}
{{ include "posthorn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* Writes nested settings into a flat dict with dotted keys. */ -}}
{{- define "posthorn.flatten" -}}
{{- range $key, $value := .settings }}
{{- $name := printf "%s%s" $.prefix $key }}
{{- if kindIs "map" $value }}
{{- include "posthorn.flatten" (dict "settings" $value "prefix" (printf "%s." $name) "into" $.into) }}
{{- else }}
{{- $_ := set $.into $name $value }}
{{- end }}
{{- end }}
{{- end }}

{{- /* posthorn.yaml. The user's settings take precedence, but for those that the manifests rely on. */ -}}
{{- define "posthorn.settings" -}}
{{- $given := dict }}
{{- include "posthorn.flatten" (dict "settings" .Values.settings "prefix" "" "into" $given) }}
{{- range $key, $instead := dict
  "engine" "set engine of the chart"
  "data.dir" "the volume is mounted at /var/lib/posthorn"
  "http.port" "set service.port of the chart"
  "ops.port" "probes ask port 8081"
  "kafka.advertised-address" "each pod advertises its own name" }}
{{- if hasKey $given $key }}
{{- fail (printf "settings has %s, which the chart sets itself; remove it: %s." $key $instead) }}
{{- end }}
{{- end }}
{{- $settings := dict "engine" .Values.engine }}
{{- if eq .Values.engine "kafka" }}
{{- if and (not .Values.kafka.bootstrapServers) (not (hasKey $given "kafka.bootstrap-servers")) }}
{{- fail "kafka.bootstrapServers is empty; name the brokers of engine: kafka." }}
{{- end }}
{{- $settings = set $settings "kafka.bootstrap-servers" .Values.kafka.bootstrapServers }}
{{- end }}
{{- if .Values.tls.secretName }}
{{- $settings = set $settings "http.tls.certificate" "/etc/posthorn-tls/tls.crt" }}
{{- $settings = set $settings "http.tls.key" "/etc/posthorn-tls/tls.key" }}
{{- $settings = set $settings "http.behind-proxy" false }}
{{- end }}
{{- merge $given $settings | toYaml }}
{{- end }}
